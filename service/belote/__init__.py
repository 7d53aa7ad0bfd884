"""The game of belote: values in, frozen values out.

Nothing here knows HTTP, JSON or a language; the standard library is all it stands on.
Read in this order: `cards`, `table`, `rules`, `presets`, `codes`; then `announcements`,
`declarations`, `comparison`; then `play`, `facts`, `donne`, `game`.
"""
