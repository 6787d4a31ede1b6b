/**
 * Shows a model in three dimensions, or a flat drawing where the browser cannot or the reader wants it.
 * three.js is loaded when the first model is shown.
 */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../shell/announce";
import { loadStored, saveStored } from "../shell/store";
import "./three.css";
import { hasWebGL, moveView, sayView, type View } from "./orbit";
import type { Model, Stage } from "./stage";
import type { DragHandler } from "./useLayerDrag";
import { usePrinting } from "./usePrinting";

interface Props<F, T> {
  /** Creates the model; called once. A different function creates a new model. */
  readonly load: () => Promise<Model<F, T>>;
  readonly frame: F;
  /** Receives drags of layers; without it, layers cannot be dragged. */
  readonly drag?: DragHandler<T> | null;
  /** The description for screen readers. */
  readonly label: string;
  /** The flat drawing. */
  readonly flat: ComponentChildren;
  readonly start?: View;
}

const START: View = { yaw: 32, pitch: 28, zoom: 1 };

let supported: boolean | null = null;

/** Whether WebGL is available; tested once. */
function canDraw(): boolean {
  supported ??= hasWebGL();
  return supported;
}

/** The viewer. */
export function Viewer<F, T>(props: Props<F, T>) {
  const { load, frame, drag = null, label, flat, start = START } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage<F, T> | null>(null);
  const holding = useRef(drag);
  holding.current = drag;
  const latest = useRef(frame);
  latest.current = frame;
  const [broken, setBroken] = useState(!canDraw());
  const [wanted, setWanted] = useState(() => !loadStored("flat", false));
  const [ready, setReady] = useState(false);
  const [view, setView] = useState(start);
  // In print, a flat drawing that shows every side is better than a view of three.
  const printing = usePrinting();
  const solid = wanted && !broken && !printing;
  useEffect(() => {
    if (!solid) return;
    let stale = false;
    let free = (): void => {};
    setReady(false);
    Promise.all([import("./stage"), load()]).then(
      ([module, model]) => {
        const element = canvas.current;
        if (stale || element === null) {
          model.dispose();
          return;
        }
        const lost = (): void => setBroken(true);
        try {
          const made = new module.Stage(element, model, start, {
            onView(next, keyed) {
              setView(next);
              if (keyed) announce(sayView(next));
            },
            drag: () => holding.current,
          });
          made.look(view);
          made.show(latest.current);
          stage.current = made;
          element.addEventListener("webglcontextlost", lost);
          free = () => {
            element.removeEventListener("webglcontextlost", lost);
            made.dispose();
          };
          setReady(true);
        } catch {
          model.dispose();
          setBroken(true);
        }
      },
      () => {
        if (!stale) setBroken(true);
      },
    );
    return () => {
      stale = true;
      stage.current = null;
      free();
    };
    // The view is used only when a new stage begins.
  }, [load, solid]);
  useEffect(() => stage.current?.show(frame), [frame]);
  const look = (next: View): void => {
    stage.current?.look(next);
    announce(sayView(next));
  };
  const toggle = (): void => {
    saveStored("flat", wanted);
    setWanted(!wanted);
  };
  return (
    <div class="viewer">
      <div class={solid ? "viewer-field" : "viewer-field is-flat"}>
        {solid ? (
          <canvas
            ref={canvas}
            tabIndex={0}
            role="img"
            aria-label={`${label}. ${sayView(view)}. Arrow keys turn the view.`}
          />
        ) : (
          flat
        )}
        {solid && !ready ? <p class="loading viewer-wait">Loading the model…</p> : null}
        {solid && ready ? (
          <p class="muted small viewer-hint">
            {drag === null
              ? "Drag to turn the view."
              : "Drag a layer to turn it; drag beside it to turn the view."}
          </p>
        ) : null}
      </div>
      <div class="viewer-tools">
        {solid ? (
          <>
            <button
              type="button"
              class="quiet"
              aria-label="Look from further left"
              onClick={() => look(moveView(view, -30, 0))}
            >
              ⟲
            </button>
            <button
              type="button"
              class="quiet"
              aria-label="Look from further right"
              onClick={() => look(moveView(view, 30, 0))}
            >
              ⟳
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => look({ ...view, pitch: -view.pitch })}
            >
              {view.pitch >= 0 ? "From below" : "From above"}
            </button>
            <button type="button" class="quiet" onClick={() => look(start)}>
              Reset
            </button>
          </>
        ) : null}
        {broken ? (
          <span class="muted small">No 3D in this browser: a flat drawing instead.</span>
        ) : (
          <button type="button" class="quiet" aria-pressed={!wanted} onClick={toggle}>
            Flat
          </button>
        )}
      </div>
    </div>
  );
}
