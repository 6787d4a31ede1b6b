// The frame around every scene: header, navigation, the scene itself, footer, live region, help.
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IS_STATIC } from "../api/build";
import { online, sendRequest, setToken, tokenRequired } from "../api/client";
import { mine } from "../jobs/mine";
import { ENTRIES, type Scene, type SceneProps } from "../scenes";
import { lazily } from "../ui/lazily";
import { LiveRegion } from "./announce";
import { HelpDialog, showHelp } from "./help";
import { PasteDialog, showPasteBox } from "./paste";
import { RetryNotice } from "./RetryNotice";
import { rememberLink } from "./recent";
import { formatHash, isEmbedded, route } from "./route";
import { switchTheme, theme } from "./theme";

type Loaded =
  | { state: "loading" }
  | { state: "failed"; path: string }
  | { state: "ready"; path: string; Scene: ComponentType<SceneProps> };

/** Milliseconds between two attempts to reach the server again. */
const RECONNECT_INTERVAL = 5000;

/** Milliseconds after which a link counts as opened. */
const REMEMBER_DELAY = 1500;

/** Polls the server while it cannot be reached. */
function useReconnect() {
  const away = !online.value;
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => {
      // The answer does not matter: any answer sets `online`.
      sendRequest("GET", "about").catch(() => undefined);
    }, RECONNECT_INTERVAL);
    return () => clearInterval(timer);
  }, [away]);
}

/** Loaded when there is a job. */
const JobsBadge = lazily(async () => (await import("../jobs/JobsBadge")).JobsBadge);

/** Links to scenes; the present one is marked. */
function SceneLinks({ scenes, current }: { scenes: readonly Scene[]; current: string }) {
  return (
    <>
      {scenes.map(({ path, title }) => (
        <li key={path}>
          <a href={formatHash(path)} aria-current={path === current ? "page" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </>
  );
}

function Header({ scenes, current }: { scenes: readonly Scene[]; current: string }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    link?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  const entry = scenes.find(({ path }) => path === current)?.entry;
  const isEntry = ({ path }: Scene) => (ENTRIES as readonly string[]).includes(path);
  const others = scenes.filter((scene) => scene.entry === entry && !isEntry(scene));
  return (
    <header class="bar">
      <a class="brand" href="#/">
        <img src="./icon.svg" alt="" width="28" height="28" />
        <span>Gordian</span>
      </a>
      <nav class="entries" aria-label="Entries">
        <ul>
          {scenes.filter(isEntry).map(({ path, title }) => (
            <li key={path}>
              <a
                href={formatHash(path)}
                aria-current={path === current ? "page" : path === entry ? "true" : undefined}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {entry === undefined ? (
        <span class="space" />
      ) : (
        <nav class="scenes" aria-label="Scenes">
          <ul ref={list}>
            <SceneLinks scenes={others} current={current} />
          </ul>
        </nav>
      )}
      {IS_STATIC || mine.value.length === 0 ? null : <JobsBadge />}
      <div class="tools">
        <button
          type="button"
          class="quiet"
          onClick={showPasteBox}
          aria-label="Open a text"
          title="Open a text (also Ctrl+V, or drop a file)"
        >
          ⤓
        </button>
        <button type="button" class="quiet" onClick={showHelp} aria-label="Keys" title="Keys (?)">
          ?
        </button>
        <button
          type="button"
          class="quiet"
          onClick={switchTheme}
          aria-label={theme.value === "dark" ? "Light theme" : "Dark theme"}
          title={theme.value === "dark" ? "Light theme" : "Dark theme"}
        >
          {theme.value === "dark" ? "☀" : "☾"}
        </button>
      </div>
    </header>
  );
}

/** Asks for the token of the server; it is kept for this tab, and the page reloads. */
function TokenForm() {
  const [text, setText] = useState("");
  return (
    <form
      class="offline"
      onSubmit={(event) => {
        event.preventDefault();
        setToken(text.trim());
        location.reload();
      }}
    >
      <label>
        This server asks for a token
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">Use it</button>
    </form>
  );
}

function Body({ loaded, known }: { loaded: Loaded; known: boolean }) {
  if (!known) {
    return (
      <section>
        <h1>Page not found</h1>
        <p>
          This address does not name a page, or is too long. <a href="#/">Go to the first page.</a>
        </p>
      </section>
    );
  }
  if (loaded.state === "loading") return <p class="loading">Loading…</p>;
  if (loaded.state === "failed") {
    return (
      <section role="alert">
        <h1>This part could not be loaded</h1>
        <p>
          The server may be unreachable. Reload the page when it can be reached; drafts are kept.
        </p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </section>
    );
  }
  return <loaded.Scene route={route.value} />;
}

/** A scene as a part of another site's page: without the ways to other scenes. */
function Embedded({ children }: { children: ComponentChildren }) {
  // The address follows what is done in the scene a moment later, so it is read when it is needed.
  const openWhole = (event: MouseEvent & { currentTarget: HTMLAnchorElement }) => {
    event.currentTarget.href = `${location.pathname}${location.hash}`;
  };
  return (
    <>
      <RetryNotice />
      {children}
      <footer>
        <p>
          <a href="./" target="_blank" rel="noopener" onClick={openWhole}>
            Open in Gordian
          </a>
        </p>
      </footer>
      <LiveRegion />
      <HelpDialog />
    </>
  );
}

/** The whole page with all its scenes. */
export function Shell({ scenes }: { scenes: readonly Scene[] }) {
  useReconnect();
  const path = route.value.scene;
  const scene = scenes.find((item) => item.path === path);
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!scene) return;
    let stale = false;
    setLoaded({ state: "loading" });
    document.title = scene.path === "" ? "Gordian" : `${scene.title} · Gordian`;
    scene.load().then(
      (module) => {
        if (stale) return;
        setLoaded({ state: "ready", path: scene.path, Scene: module.default });
        // After the first one, a new scene takes the focus, so that it is read from its beginning.
        if (!first.current) main.current?.focus();
        first.current = false;
      },
      () => {
        if (!stale) setLoaded({ state: "failed", path: scene.path });
      },
    );
    return () => {
      stale = true;
    };
  }, [scene]);
  const current = route.value;
  useEffect(() => {
    if (isEmbedded || scene?.entry === undefined || loaded.state !== "ready") return;
    // The heading of the scene is there a moment later.
    const timer = setTimeout(() => {
      const heading = document.querySelector("main h1")?.textContent?.trim();
      rememberLink(current, heading ? `${scene.title}: ${heading}` : scene.title);
    }, REMEMBER_DELAY);
    return () => clearTimeout(timer);
  }, [current, scene, loaded]);
  const shown: Loaded =
    loaded.state !== "loading" && loaded.path !== path ? { state: "loading" } : loaded;
  const body = (
    <main ref={main} tabIndex={-1}>
      <Body loaded={shown} known={scene !== undefined} />
    </main>
  );
  if (isEmbedded) return <Embedded>{body}</Embedded>;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the puzzle
      </button>
      <Header scenes={scenes} current={path} />
      {online.value ? null : (
        <p class="offline" role="status">
          The server cannot be reached. What you type is kept.
        </p>
      )}
      <RetryNotice />
      {tokenRequired.value ? <TokenForm /> : null}
      {body}
      <footer>
        <p>
          Every answer is checked by the rules, in code of its own, before it is shown.{" "}
          <a href={formatHash("techniques")}>Sudoku techniques</a> ·{" "}
          {IS_STATIC ? null : (
            <>
              <a href="./docs">API</a> · <a href={formatHash("jobs")}>Jobs</a> ·{" "}
            </>
          )}
          <a href="./third-party.txt">Licences</a>
        </p>
      </footer>
      <LiveRegion />
      <HelpDialog />
      <PasteDialog />
    </>
  );
}
