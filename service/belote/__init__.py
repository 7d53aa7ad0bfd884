"""The game of belote: pure functions from frozen values to frozen values.

This package knows neither HTTP nor JSON nor a language, and needs only the standard library. Read
it in this order: `cards`, `table`, `paragraphs`, `codes`, `rules`, `presets`; then `announcements`,
`declarations`, `comparison`; then `inputs`, `tricks`, `facts`, `donne`, `game`, `checks`. The
modules of `explain` make the reasons of each ruling.
"""
