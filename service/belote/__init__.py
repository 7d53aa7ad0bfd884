"""The game of belote: values in, frozen values out.

Nothing here knows HTTP, JSON or a language; the standard library is all it stands on.
Read in this order: `cards`, `table`, `paragraphs`, `codes`, `rules`, `presets`; then
`announcements`, `declarations`, `comparison`; then `inputs`, `tricks`, `facts`, `donne`, `game`,
`checks`. What is said about each ruling is in `explain`.
"""
