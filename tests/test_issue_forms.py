"""The issue forms are forms: each field has a name of its own, a label, and a kind that exists."""

from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")
FORMS = sorted((Path(__file__).parents[1] / ".github" / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))
KINDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_is_whole(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= set(form)
    assert {field["type"] for field in form["body"]} <= KINDS
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    names = [field["id"] for field in fields]
    assert len(set(names)) == len(names) > 0
    assert all(field["attributes"]["label"] for field in fields)


def test_a_misread_photo_is_asked_for_with_its_answer() -> None:
    form = yaml.safe_load(FORMS[0].read_text(encoding="utf-8"))
    needed = {field["id"] for field in form["body"] if field.get("validations", {}).get("required")}
    assert {"photo", "answer", "json"} <= needed
    text = FORMS[0].read_text(encoding="utf-8")
    assert "kscan score PHOTO --json" in text
