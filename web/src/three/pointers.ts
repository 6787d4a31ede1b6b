/**
 * Pointers on a stage: a drag that begins on the model turns a layer, one beside it turns the view,
 * two fingers zoom.
 *
 * A view must not block scrolling. The browser scrolls the page with vertical drags of one finger
 * (`touch-action: pan-y`), except those that begin on the model after it was tapped or when the finger
 * has rested on it for a moment. The wheel zooms only with Ctrl, as a pinch on a pad sends it.
 */

import { Vector2 } from "three";

/** A drag that begins on the model. */
export interface ModelDrag {
  /** The pointer moved to a point of the canvas, in pixels, at a time in milliseconds. */
  move(to: Vector2, time: number): void;
  /** The pointer was lifted. */
  end(time: number): void;
  cancel(): void;
}

/** What the pointers of a stage act on. */
export interface PointerTarget {
  /** Whether a point of the canvas is on a part that can be turned. */
  isOn(at: Vector2): boolean;
  /** A pointer was pressed on such a point. */
  touch(): void;
  /** Begins the turn that a drag means; `null` where it means none. */
  begin(from: Vector2, by: Vector2): ModelDrag | null;
  look(dx: number, dy: number): void;
  zoom(factor: number): void;
}

interface Pointer {
  readonly touch: boolean;
  readonly from: Vector2;
  at: Vector2;
  readonly since: number;
  /** Whether it has rested on the model before it moved. */
  rested: boolean;
  /** Its effect: none yet, turning the view, or turning a layer. */
  does: "waits" | "looks" | ModelDrag;
  readonly on: boolean;
}

/** A pointer that moves less than this, in pixels, has not been dragged yet. */
const STILL = 5;
/** A finger that rests this long, in milliseconds, drags the layer in any direction. */
const REST = 220;

/** Listens to the pointers of a canvas until it is disposed of. */
export class Pointers {
  private readonly pointers = new Map<number, Pointer>();
  private readonly abort = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly scenery: PointerTarget,
  ) {
    const { signal } = this.abort;
    canvas.addEventListener("pointerdown", this.onDown, { signal });
    canvas.addEventListener("pointermove", this.onMove, { signal });
    canvas.addEventListener("pointerup", this.onUp, { signal });
    canvas.addEventListener("pointercancel", this.onCancel, { signal });
    canvas.addEventListener("touchmove", this.onTouch, { signal, passive: false });
    canvas.addEventListener("wheel", this.onWheel, { signal, passive: false });
    // A long press drags a layer; it must not open a context menu.
    canvas.addEventListener(
      "contextmenu",
      (event) => {
        if (this.pointers.size > 0) event.preventDefault();
      },
      { signal },
    );
  }

  dispose(): void {
    this.abort.abort();
    for (const pointer of this.pointers.values()) cancelled(pointer);
    this.pointers.clear();
  }

  private place(event: PointerEvent): Vector2 {
    const { left, top } = this.canvas.getBoundingClientRect();
    return new Vector2(event.clientX - left, event.clientY - top);
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const from = this.place(event);
    // A second finger zooms; the layer dragged by the first one returns.
    const first = this.pointers.size === 0;
    const on = first && !event.shiftKey && this.scenery.isOn(from);
    if (!first) for (const pointer of this.pointers.values()) cancelled(pointer);
    this.pointers.set(event.pointerId, {
      touch: event.pointerType === "touch",
      from,
      at: from,
      since: event.timeStamp,
      rested: false,
      does: first && !event.shiftKey ? "waits" : "looks",
      on,
    });
    if (on) this.scenery.touch();
    this.canvas.setPointerCapture(event.pointerId);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const pointer = this.pointers.get(event.pointerId);
    const now = this.place(event);
    if (pointer === undefined) {
      if (event.pointerType === "mouse") {
        this.canvas.classList.toggle("over-layer", this.scenery.isOn(now));
      }
      return;
    }
    const before = pointer.at;
    if (this.pointers.size > 1) {
      pointer.at = now;
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) return;
      this.scenery.zoom(now.distanceTo(other.at) / Math.max(1, before.distanceTo(other.at)));
      return;
    }
    if (pointer.does === "waits") {
      const by = now.clone().sub(pointer.from);
      if (by.length() < STILL) return;
      pointer.rested ||= before === pointer.from && event.timeStamp - pointer.since >= REST;
      pointer.at = now;
      // The browser scrolls the page with this one, or soon says that it does not.
      if (!this.mayTake(pointer, by)) return;
      const drag = pointer.on ? this.scenery.begin(pointer.from, by) : null;
      pointer.does = drag ?? "looks";
    }
    pointer.at = now;
    this.drag(pointer, before, event.timeStamp);
  };

  private drag({ does, at }: Pointer, before: Vector2, time: number): void {
    if (does === "looks") this.scenery.look(at.x - before.x, at.y - before.y);
    else if (does !== "waits") does.move(at, time);
  }

  /** Whether a drag belongs to the view, not to the page that scrolls. */
  private mayTake(pointer: Pointer, by: Vector2): boolean {
    if (!pointer.touch || Math.abs(by.x) > Math.abs(by.y)) return true;
    return pointer.on && (pointer.rested || document.activeElement === this.canvas);
  }

  private readonly onUp = (event: PointerEvent): void => {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (pointer !== undefined && typeof pointer.does !== "string")
      pointer.does.end(event.timeStamp);
  };

  private readonly onCancel = (event: PointerEvent): void => {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (pointer !== undefined) cancelled(pointer);
  };

  /** Keeps the browser from scrolling the page with a drag that belongs to the view. */
  private readonly onTouch = (event: TouchEvent): void => {
    if (!event.cancelable) return;
    const pointer = [...this.pointers.values()][0];
    if (pointer === undefined) return;
    const rests = pointer.does === "waits" && event.timeStamp - pointer.since >= REST;
    const own =
      this.pointers.size > 1 ||
      pointer.does !== "waits" ||
      (pointer.on && (rests || pointer.rested || document.activeElement === this.canvas));
    if (own) event.preventDefault();
  };

  private readonly onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scenery.zoom(Math.exp(-event.deltaY / 200));
  };
}

function cancelled(pointer: Pointer): void {
  if (typeof pointer.does !== "string") pointer.does.cancel();
  pointer.does = "looks";
}
