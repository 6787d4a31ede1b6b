"""The comparison with OR-Tools runs, with small models."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("ortools", reason="OR-TOOLS IS NOT INSTALLED: THE BENCHMARK IS NOT TESTED")

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benches"))
import models  # noqa: E402


def test_small_models(tmp_path):
    out = tmp_path / "python.md"
    models.main(["--small", "--runs", "1", "--out", str(out)])
    text = out.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(models.SMALL) and "| 11 |" in rows[-1]


def test_other_optima_are_an_error(monkeypatch):
    with pytest.raises(AssertionError, match="instead of 12"):
        models.rows([("ruler", "golomb", (5,), 12)], 1)
    monkeypatch.setattr(models.OrTools, "golomb", lambda n: models.Gordian.golomb(n - 1))
    monkeypatch.setattr(models.OrTools, "solve", models.Gordian.solve)
    with pytest.raises(AssertionError, match="the optima differ"):
        models.rows([("ruler", "golomb", (5,), 11)], 1)
