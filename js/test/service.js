// The native program as a service: its answers are what those of the modules are compared with.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts the program that the variable GORDIAN names. */
export async function startService() {
  const program = process.env.GORDIAN;
  if (program === undefined) throw new Error("GORDIAN does not name the program");
  const folder = mkdtempSync(join(tmpdir(), "gordian-js-"));
  const database = `sqlite:${join(folder, "jobs.sqlite")}`;
  // Tables of the user are not used: the modules have none.
  const cache = join(folder, "cache");
  const child = spawn(
    program,
    ["serve", "--bind", "0", "--workers", "0", "--database", database, "--cache", cache],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.on("line", (line) => resolve(line.match(/http:\/\/\S+/)?.[0]));
    ended.then((code) => reject(new Error(`${program} ended with ${code}`)));
  });
  return {
    async openapi() {
      return (await fetch(`${address}/openapi.json`)).json();
    },
    /** The document that answers a request, or the problem. */
    async answer(name, document) {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify(document);
      for (;;) {
        const reply = await fetch(`${address}/api/v1/${name}`, { method: "POST", headers, body });
        const answer = await reply.json();
        // The first request that needs a table has it built, which takes minutes.
        if (answer.code !== "server.table-missing") return answer;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Requests whose table is on disk in practice: building it takes minutes. */
const NEEDS_TABLE = ["square1/solve", "square1/distances", "square1/scramble", "square1/report"];

/** The requests of the OpenAPI document with their examples, without those that need a table. */
export function examples(openapi) {
  return requests(openapi).filter(({ name }) => !NEEDS_TABLE.includes(name));
}

/** All requests of the OpenAPI document with their examples. */
export function requests(openapi) {
  return Object.entries(openapi.paths).flatMap(([path, { post }]) => {
    const content = post?.responses["200"]?.content["application/json"];
    // Jobs have no answer at once.
    if (content?.schema.$ref === undefined) return [];
    const { example } = post.requestBody.content["application/json"];
    return [{ name: path.slice("/api/v1/".length), document: example }];
  });
}

/** Returns a document without the times that its computation took. */
export function timeless(document) {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (key === "seconds" ? undefined : value)),
  );
}
