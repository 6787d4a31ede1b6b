// The scenes of the page. Each is a chunk of its own, loaded when it is first shown.
import type { ComponentType } from "preact";
import type { Route } from "./shell/route";
import { recall } from "./shell/store";

/** What every scene gets. */
export interface SceneProps {
  readonly route: Route;
}

/** A scene: its name in the address, its title, and where its code is. */
export interface Scene {
  /** The first part of the hash: `#/sudoku`. */
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ default: ComponentType<SceneProps> }>;
}

type Load = Scene["load"];

/** Loads a scene and its model side by side; without this the model waits until the scene is drawn. */
function modelled(load: Load, model: () => Promise<unknown>): Load {
  return () => {
    if (!recall("flat", false)) {
      // The viewer asks for them again, and says what is wrong if they cannot be had.
      Promise.all([import("./three/stage"), model()]).catch(() => undefined);
    }
    return load();
  };
}

const cubeModel = () => import("./cube/model3d");

export const SCENES: readonly Scene[] = [
  { path: "", title: "Gallery", load: () => import("./gallery/Gallery") },
  { path: "sudoku", title: "Sudoku", load: () => import("./sudoku/Sudoku") },
  { path: "golden-waste", title: "Golden Waste", load: () => import("./goishi/GoldenWaste") },
  {
    path: "square1",
    title: "Square-1",
    load: modelled(
      () => import("./square1/Square1"),
      () => import("./square1/model3d"),
    ),
  },
  { path: "cube", title: "Cube", load: modelled(() => import("./cube/Cube"), cubeModel) },
  {
    path: "sudoku-cube",
    title: "Sudoku Cube",
    load: modelled(() => import("./cube/SudokuCube"), cubeModel),
  },
  { path: "model", title: "Model", load: () => import("./model/Model") },
  { path: "jobs", title: "Jobs", load: () => import("./jobs/Jobs") },
];
