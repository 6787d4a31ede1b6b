// The scenes of the page. Each is a separate chunk, loaded when it is first shown. Its file is named after
// its path, so that `start.js` finds it: `golden-waste` is in `GoldenWaste.tsx`, and that of the empty path is
// `Home.tsx`.
import type { ComponentType } from "preact";
import { IS_STATIC } from "./api/build";
import type { Route } from "./shell/route";

/** The properties of every scene. */
export interface SceneProps {
  readonly route: Route;
}

/** The four entries of the page, each with a scene of its name. */
export const ENTRIES = ["play", "create", "twist", "learn"] as const;

export type Entry = (typeof ENTRIES)[number];

/** A scene: its name in the address, its title, and its code. */
export interface Scene {
  /** The first part of the hash: `#/sudoku`. */
  readonly path: string;
  readonly title: string;
  /** The entry that it belongs to. */
  readonly entry?: Entry;
  readonly load: () => Promise<{ default: ComponentType<SceneProps> }>;
}

export const SCENES: readonly Scene[] = [
  { path: "", title: "Home", load: () => import("./home/Home") },
  { path: "play", title: "Play", entry: "play", load: () => import("./gallery/Play") },
  { path: "sudoku", title: "Sudoku", entry: "play", load: () => import("./sudoku/Sudoku") },
  { path: "pencil", title: "Pencil", entry: "play", load: () => import("./pencil/Pencil") },
  {
    path: "golden-waste",
    title: "Golden Waste",
    entry: "play",
    load: () => import("./goishi/GoldenWaste"),
  },
  { path: "create", title: "Create", entry: "create", load: () => import("./home/Create") },
  { path: "model", title: "Model", entry: "create", load: () => import("./model/Model") },
  { path: "sheets", title: "Sheets", entry: "create", load: () => import("./sheets/Sheets") },
  { path: "twist", title: "Twist", entry: "twist", load: () => import("./home/Twist") },
  { path: "square1", title: "Square-1", entry: "twist", load: () => import("./square1/Square1") },
  { path: "cube", title: "Cube", entry: "twist", load: () => import("./cube/Cube") },
  {
    path: "sudoku-cube",
    title: "Sudoku Cube",
    entry: "twist",
    load: () => import("./cube/SudokuCube"),
  },
  { path: "perm", title: "Permutations", entry: "twist", load: () => import("./perm/Perm") },
  { path: "learn", title: "Learn", entry: "learn", load: () => import("./home/Learn") },
  {
    path: "techniques",
    title: "Techniques",
    entry: "learn",
    load: () => import("./techniques/Techniques"),
  },
  // Jobs need a server.
  ...(IS_STATIC ? [] : [{ path: "jobs", title: "Jobs", load: () => import("./jobs/Jobs") }]),
];
