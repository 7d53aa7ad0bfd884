"""The reasons of each ruling, in the order in which they are given.

The modules of this package take the values that decided a ruling and make reasons of them. They
must not work out a ruling again, so at run time they import no module that rules.
"""
