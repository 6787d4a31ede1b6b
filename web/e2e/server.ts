// The program under test, and, where a page other than the embedded one is to be tested, a proxy before it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";

/** The program is named by `GORDIAN`. */
function program(): string {
  const name = process.env.GORDIAN;
  if (!name) throw new Error("GORDIAN must name the program that is tested");
  return name;
}

/** A running program, with the limits that it has in production. */
export class Service {
  private child: ChildProcess | null = null;
  /** Where it listens; the same after it was stopped and started again. */
  address = "";

  constructor(
    private readonly folder: string,
    private readonly cache: string,
  ) {}

  async start(): Promise<void> {
    // On all addresses, as a service for others: on loopback alone it would never ban.
    const at = this.address === "" ? "0.0.0.0:0" : `0.0.0.0:${new URL(this.address).port}`;
    const child = spawn(
      program(),
      [
        "serve",
        ...["--bind", at],
        ...["--database", `sqlite:${join(this.folder, "jobs.sqlite")}`],
        ...["--cache", this.cache],
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    this.child = child;
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const found = /^listening on (http:\S+)/.exec(line);
      if (found?.[1]) {
        this.address = found[1].replace(/\/$/, "").replace("0.0.0.0", "127.0.0.1");
        child.stdout.resume();
        return;
      }
    }
    throw new Error("the program ended before it listened");
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The file of a folder that a request names, with its type; null if there is none. */
async function fileOf(folder: string, url: string): Promise<{ type: string; body: Buffer } | null> {
  const { pathname } = new URL(url, "http://localhost");
  const file = normalize(pathname === "/" ? "/index.html" : pathname);
  const type = TYPES[extname(file)];
  const body = type ? await readFile(join(folder, file)).catch(() => null) : null;
  return type && body ? { type, body } : null;
}

/** Serves one page. */
export function servePage(html: string): Promise<Server> {
  return listen(
    createServer((_, answer) => {
      answer.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      answer.end(html);
    }),
  );
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Serves the files of a folder, and nothing else, as any web server does. */
export function serveFiles(folder: string): Promise<Server> {
  return listen(
    createServer(async (question, answer) => {
      const file = await fileOf(folder, question.url ?? "/");
      answer.writeHead(file ? 200 : 404, file ? { "content-type": file.type } : {});
      answer.end(file?.body);
    }),
  );
}

/**
 * Serves the page of a folder, and everything else from the program. The headers of the page are
 * those of the program, so that its security policy holds for this page too.
 */
export async function serveFolder(folder: string, service: string): Promise<Server> {
  const own = ["content-encoding", "content-length", "content-type", "date", "etag", "set-cookie"];
  const headersOf = async (query: string) => {
    const headers = new Headers((await fetch(`${service}/${query}`)).headers);
    for (const name of [...own, "transfer-encoding"]) headers.delete(name);
    return Object.fromEntries(headers);
  };
  const [usual, embedded] = [await headersOf(""), await headersOf("?embed")];
  const server = createServer(async (question, answer) => {
    const file = await fileOf(folder, question.url ?? "/");
    if (file) {
      const headers = question.url === "/?embed" ? embedded : usual;
      answer.writeHead(200, { ...headers, "content-type": file.type });
      answer.end(file.body);
      return;
    }
    const passed = request(
      new URL(question.url ?? "/", service),
      { method: question.method, headers: { ...question.headers, host: new URL(service).host } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    // Where the program is away, so is the proxy.
    passed.on("error", () => question.socket.destroy());
    answer.on("close", () => passed.destroy());
    question.pipe(passed);
  });
  return listen(server);
}

/** Where a server of this process listens. */
export function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
