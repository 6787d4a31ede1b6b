// The scenes of the page. Each is a separate chunk, loaded when it is first shown. Its file is named after
// its path, so that `start.js` finds it: `golden-waste` is in `GoldenWaste.tsx`.
import type { ComponentType } from "preact";
import type { Route } from "./shell/route";

/** The properties of every scene. */
export interface SceneProps {
  readonly route: Route;
}

/** A scene: its name in the address, its title, and its code. */
export interface Scene {
  /** The first part of the hash: `#/sudoku`. */
  readonly path: string;
  readonly title: string;
  /** Whether the header leaves it out: other scenes link to it. */
  readonly aside?: boolean;
  readonly load: () => Promise<{ default: ComponentType<SceneProps> }>;
}

export const SCENES: readonly Scene[] = [
  { path: "", title: "Gallery", load: () => import("./gallery/Gallery") },
  { path: "sudoku", title: "Sudoku", load: () => import("./sudoku/Sudoku") },
  { path: "pencil", title: "Pencil", load: () => import("./pencil/Pencil") },
  { path: "golden-waste", title: "Golden Waste", load: () => import("./goishi/GoldenWaste") },
  { path: "square1", title: "Square-1", load: () => import("./square1/Square1") },
  { path: "cube", title: "Cube", load: () => import("./cube/Cube") },
  { path: "sudoku-cube", title: "Sudoku Cube", load: () => import("./cube/SudokuCube") },
  { path: "perm", title: "Permutations", load: () => import("./perm/Perm") },
  { path: "model", title: "Model", load: () => import("./model/Model") },
  {
    path: "techniques",
    title: "Techniques",
    aside: true,
    load: () => import("./techniques/Techniques"),
  },
  { path: "jobs", title: "Jobs", load: () => import("./jobs/Jobs") },
];
