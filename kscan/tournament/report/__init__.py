"""A tournament's results shown: tables, pages, plots, pictures; `publish` writes them."""
