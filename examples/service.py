#!/usr/bin/env python3
"""The service from a program: starts `gordian serve`, solves a Sudoku, and follows a long job.

Run: python3 examples/service.py PROGRAM   (PROGRAM is `gordian`, or the path of it)

Needs nothing but Python's standard library. `docs/service.md` describes the API.
"""

import json
import subprocess
import sys
import tempfile
import urllib.request


def call(address, path, body=None):
    """Returns the document that the service answers with; an error status raises `HTTPError`."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as reply:
        return json.load(reply)


def follow(address, job):
    """Prints the events of a job (server-sent events) until it has ended."""
    with urllib.request.urlopen(f"{address}/api/v1/jobs/{job}/events") as stream:
        for line in stream:
            if line.startswith(b"event:"):
                print("  event", line.decode().split(":", 1)[1].strip())


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["serve", "--bind", "127.0.0.1:0", "--cache", folder]
        arguments += ["--database", f"sqlite:{folder}/jobs.sqlite"]
        server = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True)
        try:
            # The first line of output says where the service listens.
            address = server.stdout.readline().removeprefix("listening on ").strip()

            answer = call(address, "/api/v1/solve", {"puzzle": "12..34..2.4..32."})
            print("unique:", answer["unique"], "solution:", answer["solution"])
            assert answer["unique"] is True

            submitted = call(address, "/api/v1/jobs", {"kind": "count", "input": {"puzzle": "1" + 15 * "."}})
            follow(address, submitted["id"])
            job = call(address, f"/api/v1/jobs/{submitted['id']}")
            print("solutions of an almost empty 4×4 grid:", job["result"]["count"])
            assert job["result"]["count"] == 72
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: service.py PROGRAM")
    main(sys.argv[1])
