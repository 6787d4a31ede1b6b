"""The examples of the README and of the guide run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["python/README.md", "docs/guides/python.md"])
def test_examples_run(name, capsys):
    page = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    names: dict[str, object] = {}
    for block in blocks:
        line = page[: page.index(block)].count("\n")
        exec(compile("\n" * line + block, name, "exec"), names)
    assert capsys.readouterr().out
