"""Score sheets shown to people and programs; no score is computed here.

`text` and `json` show kingdoms and photos of them, `picture` and `card` draw them; `found` shows
where they lie. `wording` holds the English messages that the catalogues translate, `sentences`
words the remarks. A tournament's reports are in `kscan.tournament.report`.
"""
