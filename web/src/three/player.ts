/**
 * Playing a line of moves. `at` is a position on the line: 2 is after two moves, 2.5 in the middle of the
 * third one. It runs towards `goal`, a whole number, and stays there.
 */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { reducedMotion } from "../shell/theme";

/** The position of the player. */
export interface PlayerPosition {
  readonly at: number;
  readonly goal: number;
  readonly playing: boolean;
}

/** Returns the position after some seconds at a speed in moves per second. */
export function advancePlayer(
  place: PlayerPosition,
  seconds: number,
  speed: number,
): PlayerPosition {
  const away = place.goal - place.at;
  // Requested steps that outrun the animation are skipped instead of queued.
  const hurry = place.playing ? 1 : Math.max(1, Math.abs(away));
  const by = seconds * speed * hurry;
  if (Math.abs(away) <= by) return { ...place, at: place.goal, playing: false };
  return { ...place, at: place.at + Math.sign(away) * by };
}

/** Eases a part of a move: slower at the beginning and the end. */
export function easeInOut(part: number): number {
  return part * part * (3 - 2 * part);
}

/** Returns the number of complete moves at a position. */
export function done(at: number): number {
  return Math.floor(at + 1e-9);
}

/** Returns the move that is the current one, counted from 1: the one being played, or the last done; 0 at the start. */
export function currentMove({ at, goal, playing }: PlayerPosition): number {
  // A single step counts as made from its beginning; playing shows each move while it runs.
  return playing ? Math.min(goal, done(at) + 1) : Math.round(goal);
}

/** The controls of a player. */
export interface Player extends PlayerPosition {
  readonly speed: number;
  setSpeed(speed: number): void;
  /** Jumps to a place, or to a place on a new line. */
  jump(to: number): void;
  /** Goes to a place move by move. */
  goTo(to: number): void;
  /** Plays forward or backward to the end. */
  play(end: number): void;
  pause(): void;
}

/** The selectable speeds, in moves per second. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** A player; it stands at `start` at first. */
export function usePlayer(start = 0): Player {
  const [place, setPlace] = useState<PlayerPosition>({ at: start, goal: start, playing: false });
  const [speed, setSpeed] = useState(2);
  const last = useRef(0);
  const moving = place.at !== place.goal;
  useEffect(() => {
    if (!moving) return;
    let request = 0;
    last.current = performance.now();
    const frame = (now: number): void => {
      // A tab that returns from the background does not catch up at once.
      const seconds = Math.min(0.1, Math.max(0, now - last.current) / 1000);
      last.current = now;
      setPlace((it) => advancePlayer(it, seconds, speed));
      request = requestAnimationFrame(frame);
    };
    request = requestAnimationFrame(frame);
    return () => cancelAnimationFrame(request);
  }, [moving, speed]);
  const jump = useCallback((to: number) => setPlace({ at: to, goal: to, playing: false }), []);
  const goTo = useCallback((to: number) => {
    if (reducedMotion()) setPlace({ at: to, goal: to, playing: false });
    else
      setPlace((it) => ({ at: Math.abs(to - it.at) > 3 ? to : it.at, goal: to, playing: false }));
  }, []);
  const play = useCallback((end: number) => {
    if (reducedMotion())
      setPlace((it) => ({
        at: Math.min(end, it.goal + 1),
        goal: Math.min(end, it.goal + 1),
        playing: false,
      }));
    else setPlace((it) => ({ at: it.at >= end ? 0 : it.at, goal: end, playing: true }));
  }, []);
  const pause = useCallback(
    () => setPlace((it) => ({ ...it, goal: Math.ceil(it.at), playing: false })),
    [],
  );
  return { ...place, speed, setSpeed, jump, goTo, play, pause };
}
