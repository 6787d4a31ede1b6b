"""The cells of the notebooks run, and what they draw is a drawing."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 5


def run(cell, names):
    """Runs a cell, and returns the value of its last expression, which a notebook would show."""
    parsed = ast.parse(cell)
    last = parsed.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(parsed, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(parsed.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_run(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["nbformat"] == 4 and document["cells"][0]["cell_type"] == "markdown"
    names: dict[str, object] = {}
    n_code = n_drawn = 0
    for cell in document["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        # No output is stored: it would be old.
        assert cell["outputs"] == [] and cell["execution_count"] is None
        shown = run(text, names)
        n_code += 1
        if hasattr(shown, "_repr_svg_") and (svg := shown._repr_svg_()) is not None:
            assert ElementTree.fromstring(svg).tag.endswith("svg")
            n_drawn += 1
    assert n_code >= 4
    assert n_drawn >= {"sudoku": 4, "pencil": 4, "environments": 1}.get(path.stem, 0)
