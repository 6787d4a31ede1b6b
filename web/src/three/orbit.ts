/** The view: a point on a sphere around the model, moved by pointers and keys. */

/** A direction of view. Angles in degrees; yaw 0 and pitch 0 look at the front. */
export interface View {
  readonly yaw: number;
  readonly pitch: number;
  /** The magnification: 1 shows the whole model, 2 is twice as large. */
  readonly zoom: number;
}

const STEP = 15;
const MAX_PITCH = 89;
const [MIN_ZOOM, MAX_ZOOM] = [0.6, 2.5];

/** Returns the view moved by angles and a zoom factor, clamped to its range. */
export function moveView(view: View, yaw: number, pitch: number, zoom = 1): View {
  const turned = (((view.yaw + yaw + 180) % 360) + 360) % 360;
  return {
    yaw: turned - 180,
    pitch: Math.min(MAX_PITCH, Math.max(-MAX_PITCH, view.pitch + pitch)),
    zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom * zoom)),
  };
}

/** Returns the view after a key, or `null` if the key means nothing here. */
export function viewAfterKey(view: View, key: string, start: View): View | null {
  switch (key) {
    case "ArrowLeft":
      return moveView(view, -STEP, 0);
    case "ArrowRight":
      return moveView(view, STEP, 0);
    case "ArrowUp":
      return moveView(view, 0, STEP);
    case "ArrowDown":
      return moveView(view, 0, -STEP);
    case "+":
    case "=":
      return moveView(view, 0, 0, 1.15);
    case "-":
      return moveView(view, 0, 0, 1 / 1.15);
    case "Home":
      return start;
    default:
      return null;
  }
}

/** Describes the view for screen readers. */
export function sayView({ yaw, pitch }: View): string {
  const around = [
    "front",
    "front right",
    "right",
    "back right",
    "back",
    "back left",
    "left",
    "front left",
  ];
  const side = around[((Math.round(yaw / 45) % 8) + 8) % 8] ?? "front";
  const height = pitch > 25 ? ", from above" : pitch < -25 ? ", from below" : "";
  return `seen from the ${side}${height}`;
}

/** Whether this browser can draw in three dimensions. */
export function hasWebGL(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
