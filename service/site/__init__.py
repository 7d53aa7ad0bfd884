"""The pages for people: the table, the description of the API, and the pages about problems."""
