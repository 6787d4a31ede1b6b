"""The examples of the README and of the guides run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


# The pages with the least number of their examples.
PAGES = {
    "python/README.md": 6,
    "docs/guides/python.md": 2,
    "docs/guides/python-models.md": 4,
    "docs/guides/python-puzzles.md": 8,
    "docs/guides/python-clusters.md": 1,
    "docs/guides/python-cpmpy.md": 1,
}


@pytest.mark.parametrize("name", PAGES)
def test_examples_run(name, capsys):
    if name.endswith("cpmpy.md"):
        pytest.importorskip("cpmpy", reason="CPMPY IS NOT INSTALLED: ITS PAGE IS NOT TESTED")
    page = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= PAGES[name]
    names: dict[str, object] = {}
    for block in blocks:
        line = page[: page.index(block)].count("\n")
        exec(compile("\n" * line + block, name, "exec"), names)
    assert capsys.readouterr().out
