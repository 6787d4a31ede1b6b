// Pointers on the board: one draws, two fingers move and magnify, resting is a long press.
import { useEffect, useRef } from "preact/hooks";
import type { Intent } from "./gesture";

/** A point of the window. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** What pointers do. Points are of the window. */
export interface PointerActions {
  readonly onPress: (pointer: number, at: ScreenPoint, intent: Intent) => void;
  readonly onMove: (pointer: number, at: ScreenPoint) => void;
  readonly onHold: (pointer: number) => void;
  readonly onRelease: (pointer: number) => void;
  readonly onCancel: () => void;
  /** Two fingers, or a trackpad: the point from which the view is moved, where to, and the factor of its size. */
  readonly onPinch: (from: ScreenPoint, to: ScreenPoint, factor: number) => void;
}

/** Milliseconds after which a resting finger or pen is a long press. */
const HOLD = 500;

/** The number of the button of a pen that erases, and its bit. */
const ERASER = 5;
const ERASER_BIT = 32;

function intentOf(event: PointerEvent): Intent {
  if (event.button === ERASER || (event.buttons & ERASER_BIT) !== 0) return "erase";
  const modified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
  return event.button === 2 || modified ? "empty" : "tool";
}

function middle(points: readonly ScreenPoint[]): ScreenPoint {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function spread([a, b]: readonly ScreenPoint[]): number {
  return a && b ? Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) : 1;
}

/** Handlers for the element over the board. */
export function usePointers(actions: PointerActions) {
  const latest = useRef(actions);
  latest.current = actions;
  const fingers = useRef(new Map<number, ScreenPoint>());
  const drawing = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopTimer = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button === 1) return;
    const { pointerId } = event;
    const at = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") {
      fingers.current.set(pointerId, at);
      if (fingers.current.size > 1) {
        // A second finger moves the view; what the first one drew was not meant.
        stopTimer();
        if (drawing.current !== null) latest.current.onCancel();
        drawing.current = null;
        return;
      }
    }
    if (drawing.current !== null) return;
    event.preventDefault();
    drawing.current = pointerId;
    latest.current.onPress(pointerId, at, intentOf(event));
    const element = event.currentTarget;
    if (element instanceof Element && event.isTrusted) element.setPointerCapture(pointerId);
    if (event.pointerType !== "mouse") {
      stopTimer();
      timer.current = setTimeout(() => latest.current.onHold(pointerId), HOLD);
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    const { pointerId } = event;
    const at = { x: event.clientX, y: event.clientY };
    const old = [...fingers.current.values()];
    if (fingers.current.has(pointerId)) fingers.current.set(pointerId, at);
    if (fingers.current.size === 2) {
      const now = [...fingers.current.values()];
      latest.current.onPinch(middle(old), middle(now), spread(now) / spread(old));
      return;
    }
    if (drawing.current !== pointerId) return;
    // A fast pointer has passed more points than there are events.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length > 0 ? events : [event]) {
      latest.current.onMove(pointerId, { x: one.clientX, y: one.clientY });
    }
  };
  const end = (event: PointerEvent, isDone: boolean) => {
    fingers.current.delete(event.pointerId);
    if (drawing.current !== event.pointerId) return;
    stopTimer();
    drawing.current = null;
    if (isDone) latest.current.onRelease(event.pointerId);
    else latest.current.onCancel();
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  };
}
