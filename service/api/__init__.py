"""HTTP: read a request, ask the game, write the response. No module here holds a rule."""
