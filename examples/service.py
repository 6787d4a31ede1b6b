#!/usr/bin/env python3
"""The service from a program: starts `gordian serve`, solves a Sudoku, and follows a long job.

Run: python3 examples/service.py PROGRAM   (PROGRAM is `gordian`, or its path)

Requires only Python's standard library. `docs/guides/service.md` describes the API.
"""

import http.cookiejar
import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

# The service recognises a client by its cookie: a job belongs to the client that submitted it.
COOKIES = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
CLIENT = urllib.request.build_opener(COOKIES)


def request(address, path, body=None):
    """Sends a request and returns the response; an error response ends the program with its message."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    try:
        return CLIENT.open(urllib.request.Request(address + path, data, headers))
    except urllib.error.HTTPError as error:
        # Every error is a document with a stable code, a message and often a hint.
        text = error.read().decode(errors="replace")
        try:
            problem = json.loads(text)
            message = f"{problem['detail']} ({problem['code']})"
            if problem.get("hint"):
                message += f"; hint: {problem['hint']}"
        except (ValueError, KeyError, TypeError):
            message = text
        sys.exit(f"error: {path} returned status {error.code}: {message}")
    except urllib.error.URLError as error:
        sys.exit(f"error: the service at {address} cannot be reached: {error.reason}")


def call(address, path, body=None):
    """Returns the document of a response."""
    with request(address, path, body) as response:
        return json.load(response)


def follow(address, job):
    """Prints the events of a job (server-sent events) until it has ended."""
    with request(address, f"/api/v1/jobs/{job}/events") as stream:
        for line in stream:
            if line.startswith(b"event:"):
                print("  event", line.decode().split(":", 1)[1].strip())


def start(program, folder):
    """Starts the service and returns its process and its address."""
    arguments = ["serve", "--bind", "127.0.0.1:0", "--cache", folder]
    arguments += ["--database", f"sqlite:{folder}/jobs.sqlite"]
    # The service writes its log to standard error: only warnings and errors, unless set otherwise.
    environment = {"GORDIAN_LOG": "warn", **os.environ}
    try:
        server = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True, env=environment)
    except OSError as error:
        sys.exit(f"error: cannot start {program}: {error.strerror}")
    # The first line of output is the address.
    line = server.stdout.readline()
    if not line.startswith("listening on "):
        server.terminate()
        code = server.wait()
        sys.exit(f"error: {program} did not start the service (exit code {code}); its messages are above")
    return server, line.removeprefix("listening on ").strip()


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(program, folder)
        try:
            answer = call(address, "/api/v1/solve", {"puzzle": "12..34..2.4..32."})
            print("unique:", answer["unique"], "solution:", answer["solution"])
            assert answer["unique"] is True

            submitted = call(address, "/api/v1/jobs", {"kind": "count", "input": {"puzzle": "1" + 15 * "."}})
            follow(address, submitted["id"])
            job = call(address, f"/api/v1/jobs/{submitted['id']}")
            if job["state"] != "done":
                sys.exit(f"error: the job ended as {job['state']}: {job['error']}")
            print("solutions of a 4×4 grid with one given:", job["result"]["count"])
            assert job["result"]["count"] == 72
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: service.py PROGRAM")
    main(sys.argv[1])
