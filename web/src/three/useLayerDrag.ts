/** A dragged layer: it follows the pointer, and snaps to a legal turn when it is released. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { reducedMotion } from "../shell/theme";
import { easeInOut } from "./player";

/** A dragged layer, and how far it is turned, in steps. */
export interface DraggedLayer<T> {
  readonly turn: T;
  readonly amount: number;
}

/** Callbacks of a stage while a pointer turns a layer. */
export interface DragHandler<T> {
  /** Whether a turn may be begun by a drag. */
  allows(turn: T): boolean;
  /** A pointer is on the model: running animations end, so that the touched layer stays there. */
  touch(): void;
  hold(turn: T, amount: number): void;
  /** Releases the layer, at a speed in steps per second. */
  release(speed: number): void;
  /** Releases the layer and returns it to its previous state. */
  cancel(): void;
}

interface Options<T> {
  /** Whether a turn may be begun by a drag. */
  readonly allows?: (turn: T) => boolean;
  /** Whether a turn is blocked: then the layer moves only a little. */
  readonly blocked?: (turn: T) => boolean;
  /** The most steps that a drag turns. */
  readonly most?: (turn: T) => number;
  /** A pointer is on the model: the player stops. */
  readonly onTouch: () => void;
  /** A layer was turned by whole steps; also called for a blocked turn, as one step. */
  readonly onTurn: (turn: T, steps: number) => void;
}

/** A released layer snaps to where its speed would bring it after this many seconds. */
const AHEAD = 0.12;
/** A drag of more steps than this towards a blocked turn shows why it is blocked. */
const ASKED = 0.15;
/** How far a blocked layer moves, in steps. */
const GIVES = 0.03;
/** How long a layer takes to snap, in milliseconds. */
const SNAP = 160;

/** Returns the whole number of steps to which a released layer snaps. */
export function snapSteps(amount: number, speed: number, most = Number.POSITIVE_INFINITY): number {
  const ahead = Math.min(0.4, Math.max(-0.4, speed * AHEAD));
  return Math.min(most, Math.max(-most, Math.round(amount + ahead))) + 0;
}

/** The dragged layer, and the callbacks for the stage. */
export function useLayerDrag<T>(options: Options<T>): {
  held: DraggedLayer<T> | null;
  drag: DragHandler<T>;
} {
  const [held, setHeld] = useState<DraggedLayer<T> | null>(null);
  const latest = useRef(options);
  latest.current = options;
  /** The last state of the drag, and the running snap animation. */
  const state = useRef<{ held: DraggedLayer<T>; wanted: number } | null>(null);
  const snapping = useRef<{ request: number; end: () => void } | null>(null);
  useEffect(() => () => cancelAnimationFrame(snapping.current?.request ?? 0), []);

  const snap = useCallback((from: DraggedLayer<T>, to: number, then: () => void): void => {
    const end = (): void => {
      cancelAnimationFrame(snapping.current?.request ?? 0);
      snapping.current = null;
      setHeld(null);
      then();
    };
    if (reducedMotion()) {
      end();
      return;
    }
    const begun = performance.now();
    const frame = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - begun) / SNAP);
      if (part === 1) {
        end();
        return;
      }
      setHeld({ turn: from.turn, amount: from.amount + (to - from.amount) * easeInOut(part) });
      snapping.current = { request: requestAnimationFrame(frame), end };
    };
    snapping.current = { request: requestAnimationFrame(frame), end };
  }, []);

  const drag = useMemo<DragHandler<T>>(
    () => ({
      allows: (turn) => latest.current.allows?.(turn) ?? true,
      touch() {
        // A running snap animation ends at once.
        snapping.current?.end();
        latest.current.onTouch();
      },
      hold(turn, wanted) {
        const { blocked, most } = latest.current;
        const limit = most?.(turn) ?? Number.POSITIVE_INFINITY;
        const amount = blocked?.(turn)
          ? GIVES * Math.tanh(wanted * 4)
          : Math.min(limit, Math.max(-limit, wanted));
        state.current = { held: { turn, amount }, wanted };
        setHeld(state.current.held);
      },
      release(speed) {
        const now = state.current;
        state.current = null;
        if (now === null) return;
        const { blocked, most, onTurn } = latest.current;
        const { turn, amount } = now.held;
        if (blocked?.(turn)) {
          const asks = Math.abs(now.wanted) > ASKED;
          snap(now.held, 0, () => (asks ? onTurn(turn, 1) : undefined));
          return;
        }
        const steps = snapSteps(amount, speed, most?.(turn));
        snap(now.held, steps, () => (steps === 0 ? undefined : latest.current.onTurn(turn, steps)));
      },
      cancel() {
        const now = state.current;
        state.current = null;
        if (now !== null) snap(now.held, 0, () => undefined);
      },
    }),
    [snap],
  );
  return { held, drag };
}
