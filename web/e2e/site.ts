// A site to be tested: the program with folders of its own, and perhaps another page before it.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf, Service, serveFiles, serveFolder } from "./server";

/**
 * Under this name tests find the address of the site that they share. Where it is set already, that
 * site is tested: starting one again and again takes time while tests are written.
 */
export const SITE = "GORDIAN_E2E_SITE";

/** The folder of the page as static files; then nothing else is served, and there is no program. */
export const STATIC: string | undefined = process.env.GORDIAN_STATIC;

/** Where a page is, and the program behind it. */
export interface Site {
  readonly address: string;
  readonly service: Service;
  readonly close: () => Promise<void>;
}

/** Starts a program with empty folders; `GORDIAN_PAGE` names the folder of a page other than its own. */
export async function startSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "gordian-e2e-"));
  const cache = join(folder, "cache");
  await mkdir(cache);
  const service = new Service(folder, cache);
  await service.start();
  const page = process.env.GORDIAN_PAGE;
  const proxy = page ? await serveFolder(page, service.address) : null;
  return {
    address: proxy ? addressOf(proxy) : service.address,
    service,
    close: async () => {
      proxy?.close();
      proxy?.closeAllConnections();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks until there is an answer: with the limits of production, a slow machine builds tables for longer. */
async function ask(address: string, path: string, body: unknown): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    if (await isAnswered(address, path, body)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`${path}: no answer`);
}

async function isAnswered(address: string, path: string, body: unknown): Promise<boolean> {
  const answer = await fetch(`${address}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status === 503) return false;
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return true;
}

/** Before all tests: the site that they share, with the tables that questions need. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[SITE]) return async () => {};
  if (STATIC) {
    const server = await serveFiles(STATIC);
    process.env[SITE] = addressOf(server);
    return async () => {
      server.close();
      server.closeAllConnections();
    };
  }
  const site = await startSite();
  try {
    await ask(site.address, "cube/solve", { position: "R U F" });
    await ask(site.address, "square1/report", { colours: "silver" });
  } catch (error) {
    await site.close();
    throw error;
  }
  process.env[SITE] = site.address;
  return site.close;
}
