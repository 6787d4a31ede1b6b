"""What tests share."""

from __future__ import annotations

import gordian
import pytest

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def model() -> gordian.Model:
    return gordian.Model()
