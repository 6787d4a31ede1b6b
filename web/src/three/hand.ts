/** A layer in the hand: it follows the pointer, and snaps to a legal turn when it is let go. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { reducedMotion } from "../shell/theme";
import { eased } from "./player";

/** A layer that is held, and how far it is turned, in steps. */
export interface Held<T> {
  readonly turn: T;
  readonly amount: number;
}

/** What a stage tells while a pointer turns a layer. */
export interface Hand<T> {
  /** Whether a turn may be begun by a drag. */
  allows(turn: T): boolean;
  /** A pointer is on the model: what moves comes to rest, so that what it meets stays there. */
  touch(): void;
  hold(turn: T, amount: number): void;
  /** Lets go; at a speed in steps a second. */
  release(speed: number): void;
  /** Lets go of a layer that is to stay as it was. */
  cancel(): void;
}

interface Options<T> {
  /** Whether a turn may be begun by a drag. */
  readonly allows?: (turn: T) => boolean;
  /** Whether a turn is blocked: then it only gives a little. */
  readonly blocked?: (turn: T) => boolean;
  /** The most steps that a drag turns. */
  readonly most?: (turn: T) => number;
  /** A pointer is on the model, so that moves that are being played come to rest. */
  readonly onTouch: () => void;
  /** A layer was turned by whole steps; also told of a turn that is blocked, as one step. */
  readonly onTurn: (turn: T, steps: number) => void;
}

/** A layer that is let go is taken for where it would be after so many seconds. */
const AHEAD = 0.12;
/** A drag of more than this towards a blocked turn asks why it is blocked. */
const ASKED = 0.15;
/** How far a blocked turn gives. */
const GIVES = 0.03;
/** How long a layer takes to snap, in milliseconds. */
const SNAP = 160;

/** Returns the whole number of steps at which a layer comes to rest. */
export function rested(amount: number, speed: number, most = Number.POSITIVE_INFINITY): number {
  const ahead = Math.min(0.4, Math.max(-0.4, speed * AHEAD));
  return Math.min(most, Math.max(-most, Math.round(amount + ahead))) + 0;
}

/** The layer in the hand, and what a stage tells about it. */
export function useHand<T>(options: Options<T>): { held: Held<T> | null; hand: Hand<T> } {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const latest = useRef(options);
  latest.current = options;
  /** What the pointer said last, and the snapping that is going on. */
  const state = useRef<{ held: Held<T>; wanted: number } | null>(null);
  const snapping = useRef<{ request: number; end: () => void } | null>(null);
  useEffect(() => () => cancelAnimationFrame(snapping.current?.request ?? 0), []);

  const snap = useCallback((from: Held<T>, to: number, then: () => void): void => {
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
      setHeld({ turn: from.turn, amount: from.amount + (to - from.amount) * eased(part) });
      snapping.current = { request: requestAnimationFrame(frame), end };
    };
    snapping.current = { request: requestAnimationFrame(frame), end };
  }, []);

  const hand = useMemo<Hand<T>>(
    () => ({
      allows: (turn) => latest.current.allows?.(turn) ?? true,
      touch() {
        // A layer that still snaps is there at once.
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
        const steps = rested(amount, speed, most?.(turn));
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
  return { held, hand };
}
