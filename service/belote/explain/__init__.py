"""What a referee says about each ruling: reasons, in the order in which they are given.

A module here takes the values that decided, and puts each where its sentence has it. It must not
work out a ruling again, so at run time it imports none of the modules that rule.
"""
