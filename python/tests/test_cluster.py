"""The example of a cluster: the answers are those of one process, also if a worker is killed."""

from __future__ import annotations

import sys
from pathlib import Path

import gordian
import pytest

distributed = pytest.importorskip(
    "distributed", reason="DASK IS NOT INSTALLED: THE EXAMPLE OF A CLUSTER IS NOT TESTED"
)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import cluster  # noqa: E402
import psutil  # noqa: E402, which Dask needs
from test_models import knapsack  # noqa: E402
from test_sudoku import puzzles  # noqa: E402


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as workers,
        distributed.Client(workers) as client,
    ):
        client.wait_for_workers(2, timeout=300)
        # The modules of the example and of the tests are beside this file, not installed.
        client.run(sys.path.extend, [str(Path(cluster.__file__).parent)])
        yield client


def test_a_file_in_chunks(client, tmp_path):
    texts = [*puzzles(60), "1.....2..3.....4", "11" + "." * 79]
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(texts) + "\n\n", encoding="utf-8")
    batch = cluster.solve_file(client, file, 7)
    alone = gordian.sudoku.solve_many(texts)
    assert batch.counts == alone.counts and set(batch.counts) == {0, 1, 2}
    unique = [at for at, count in enumerate(batch.counts) if count == 1]
    assert [batch.solutions[at] for at in unique] == [alone.solutions[at] for at in unique]


def test_an_invalid_line_is_an_error_here(client, tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text("1.....2..3.....4\n123\n", encoding="utf-8")
    with pytest.raises(gordian.Error) as caught:
        cluster.solve_file(client, file, 10)
    assert (caught.value.code, caught.value.line) == ("sudoku.wrong-length", 2)


def test_a_model_in_parts(client):
    model = cluster.queens(7)
    answer = cluster.solve_model(client, model, 16, "count")
    assert (answer.count, answer.limit) == (40, None)
    model, _ = knapsack(16)
    answer = cluster.solve_model(client, model, 8)
    alone = model.solve()
    assert (answer.outcome, answer.objective) == ("optimal", alone.objective)
    assert model.violations(answer.to_dict()) == []


def test_the_command_line(client, tmp_path, capsys):
    file = tmp_path / "puzzles.txt"
    file.write_text("1.....2..3.....4\n" * 3, encoding="utf-8")
    address = ["--scheduler", client.scheduler.address]
    cluster.main(["--workers", "1", "sudoku", str(file), "--chunk", "2"])
    assert "3 puzzles, 3 with one solution" in capsys.readouterr().out
    cluster.main([*address, "model", "--queens", "5", "--parts", "4"])
    assert "5 queens: 10 solutions" in capsys.readouterr().out


def test_a_worker_is_killed(client, monkeypatch):
    killed = []
    kill = cluster.kill_a_worker
    monkeypatch.setattr(cluster, "kill_a_worker", lambda client: killed.append(kill(client)))
    answer = cluster.solve_model(client, cluster.queens(9), 64, "count", kill=True)
    assert (answer.count, answer.limit, answer.outcome) == (352, None, "solved")
    (pid,) = killed
    try:
        assert psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        pass
