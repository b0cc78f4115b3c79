"""The sentences that errors are made with, as the source has them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import kscan

PACKAGE = Path(kscan.__file__).parent
MADE = re.compile(r"(Usage|Notation|Output|Kscan|Photo|Model)Error|_bad|english|refused")
# The lab speaks English; what the page refuses is said by its code, or made with `english`.
ELSEWHERE = {"lab", "web"}


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call that makes an error or its sentence."""
    for module in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if MADE.fullmatch(name) and "lab" not in module.relative_to(PACKAGE).parts:
                    yield module, node


def templates() -> set[str]:
    """Find the sentences: texts with words besides their places `{name}`, no codes."""
    texts = {
        argument.value
        for _, call in calls()
        for argument in call.args[:2]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    return {
        text
        for text in texts
        if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))
        and not re.fullmatch(r"[a-z_]+", text)
    }


def unsayable() -> list[str]:
    """Find errors that no language but English can say: filled in before they are raised."""
    return [
        f"{module.relative_to(PACKAGE)}:{call.lineno}"
        for module, call in calls()
        if not ELSEWHERE & set(module.relative_to(PACKAGE).parts)
        and getattr(call.func, "id", "") != "PhotoError"  # said by its code
        and any(isinstance(argument, ast.JoinedStr) for argument in call.args)
    ]
