"""Environments: moves that follow, that may be right, and that are wrong."""

from __future__ import annotations

import random

import gordian
import pytest
from gordian import env as environments
from gordian.env import PuzzleEnv


def solve(env, info):
    """Makes the moves that follow until the episode ends."""
    rewards = []
    terminated = False
    while not terminated:
        move = next(iter(info["determined"].items()))
        _, reward, terminated, truncated, info = env.step(move)
        assert info["follows"] and info["solvable"] and not truncated
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize(("kind", "size"), [("sudoku", 4), ("nurikabe", 4), ("shikaku", (3, 4))])
def test_a_puzzle_is_solved_by_what_follows(kind, size):
    env = PuzzleEnv(kind, size=size)
    observation, info = env.reset(seed=5)
    assert info["solvable"] is True and info["determined"]
    n_open = sum(int(it) == 0 for it in observation)
    assert n_open == len(env.variables) - len(env.board) == len(info["determined"])
    rewards, info = solve(env, info)
    assert rewards == [1.0] * n_open
    assert gordian.check(env.puzzle.text, info["solution"])["right"]
    with pytest.raises(RuntimeError):
        env.step(0)


def test_reasons_are_minimal():
    env = PuzzleEnv("sudoku", size=4)
    _, info = env.reset(seed=1)
    for _ in range(3):
        name, value = next(iter(info["determined"].items()))
        before = list(env.moves)
        _, _, _, _, info = env.step((name, value))
        reason = info["reason"]
        assert reason
        # The rules and moves of the reason suffice, and none can be left out.
        for left_out in [None, *reason]:
            model = gordian._gordian.puzzle_model(env.puzzle.text)
            named = [it for it in reason if it != left_out]
            kept = gordian.Model.from_json(only(model.to_json(), named))
            for move, number in before:
                if f"move: {move} is {number}" in named:
                    kept.require(kept.find(move) == number)
            kept.require(kept.find(name) != value)
            expected = "infeasible" if left_out is None else "solved"
            assert kept.solve(task="first").outcome == expected


def only(text, names):
    """Returns a model with the constraints of these names."""
    import json

    document = json.loads(text)
    document["constraints"] = [it for it in document["constraints"] if it["name"] in names]
    return json.dumps(document)


def test_wrong_moves():
    env = PuzzleEnv("sudoku", size=4)
    _, info = env.reset(seed=1)
    name, value = next(iter(info["determined"].items()))
    wrong = 1 if value != 1 else 2
    _, reward, terminated, _, info = env.step((name, wrong))
    assert (reward, terminated, info["solvable"], info["follows"]) == (-1.0, True, False, False)
    assert f"move: {name} is {wrong}" in info["reason"] and len(info["reason"]) > 1
    assert info["determined"] == {} and "solution" not in info


def test_a_guess_that_can_be_right():
    env = PuzzleEnv()
    text = "kind = 'grid'\nsize = 4\ngivens = '''\n1...\n....\n....\n....\n'''"
    _, info = env.reset(options={"puzzle": text})
    assert info["determined"] == {} and info["solvable"]
    name = next(it for it in env.variables if it not in env.board)
    n_right = 0
    for value in (1, 2, 3, 4):
        env.reset(options={"puzzle": env.puzzle.text})
        _, reward, terminated, _, info = env.step((name, value))
        assert info["follows"] is False and reward == (0.0 if info["solvable"] else -1.0)
        n_right += info["solvable"]
        if info["solvable"]:
            assert not terminated and info["reason"] is None
            again = env.step((name, value))
            assert again[1] == -1.0 and again[4]["legal"] is False and not again[2]
    assert n_right == 3


def test_the_same_seed_gives_the_same_puzzle():
    first, second = PuzzleEnv("nurikabe", size=4), PuzzleEnv("nurikabe", size=4)
    assert first.reset(seed=3)[1]["determined"] == second.reset(seed=3)[1]["determined"]
    assert first.puzzle.text == second.puzzle.text
    first.reset()
    second.reset(seed=4)
    assert first.puzzle.text != second.puzzle.text


def test_other_kinds_and_sizes():
    env = PuzzleEnv("sudoku", size=4)
    assert len(env.variables) == 16 and env.action_space.n == 64
    env.reset("nurikabe", 3, seed=1)
    assert env.puzzle.kind == "nurikabe"
    env.reset(options={"kind": "sudoku", "size": 6}, seed=1)
    assert len(env.variables) == 36
    env.reset("sudoku", 9, "easy", seed=1)
    assert len(env.variables) == 81 and 17 <= len(env.board) <= 60
    assert gordian.sudoku.rate(env.puzzle.text)["unique"]


def test_spaces_and_random_moves():
    env = PuzzleEnv("sudoku", size=4, explain=False)
    env.action_space.seed(1)
    chosen = random.Random(2)
    for _ in range(20):
        observation, info = env.reset(seed=chosen.randrange(100))
        terminated = False
        while not terminated:
            assert env.observation_space.contains(observation)
            assert len(info["action_mask"]) == env.action_space.n
            action = env.action_space.sample(info["action_mask"])
            assert env.action_space.contains(action)
            name, value = env.actions[int(action)]
            assert name not in env.board
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward in (-1.0, 0.0, 1.0) and truncated is False
            assert observation[env.variables.index(name)] == value
    assert not env.action_space.contains(env.action_space.n)


def test_without_gymnasium_and_numpy(monkeypatch):
    monkeypatch.setattr(environments, "np", None)
    env = PuzzleEnv("sudoku", size=4)
    observation, info = env.reset(seed=1)
    assert isinstance(observation, list) and isinstance(info["action_mask"], list)
    assert env.render().startswith("┏")
    env.close()


def test_gymnasium_accepts_it():
    gymnasium = pytest.importorskip(
        "gymnasium", reason="GYMNASIUM IS NOT INSTALLED: ITS INTERFACE IS NOT TESTED"
    )
    from gymnasium.utils.env_checker import check_env

    env = PuzzleEnv("sudoku", size=4, explain=False, render_mode="ansi")
    assert isinstance(env, gymnasium.Env)
    check_env(env)


def test_wrong_input():
    for use, kind in (
        (lambda: PuzzleEnv("nothing"), gordian.Error),
        (lambda: PuzzleEnv("sudoku", size=(3, 4)), ValueError),
        (lambda: PuzzleEnv(render_mode="human"), ValueError),
        (lambda: PuzzleEnv("sudoku", size=5, difficulty="wrong"), gordian.Error),
    ):
        with pytest.raises(kind):
            use()
    env = PuzzleEnv("sudoku", size=4)
    env.reset(seed=1)
    for action, kind in (
        (64, ValueError),
        (-1, ValueError),
        (("r9c9", 1), ValueError),
        ((env.variables[0], 5), ValueError),
        ("r1c1", TypeError),
        (None, TypeError),
        (1.5, TypeError),
        (("r1c1", "1"), TypeError),
    ):
        with pytest.raises(kind):
            env.step(action)
    with pytest.raises(ValueError, match="unknown option"):
        env.reset(options={"wrong": 1})
    with pytest.raises(gordian.Error):
        env.reset(options={"puzzle": "kind = 'nothing'"})
