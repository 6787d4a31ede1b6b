/**
 * A stage for one model: camera, light, orbit by mouse, touch and keys. It draws only when something
 * has changed. Loaded when the first model is shown, with the whole of three.js.
 */

import {
  AmbientLight,
  DirectionalLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from "three";
import { afterKey, moved, type View } from "./orbit";

/** What is shown on a stage, in states of the type `F`. */
export interface Model<F> {
  readonly object: Object3D;
  /** The radius of a ball around the middle that holds all of it, whatever turns. */
  readonly radius: number;
  /** Shows a state, perhaps in the middle of a move. */
  show(frame: F): void;
  dispose(): void;
}

const FIELD_OF_VIEW = 28;
const DEGREES_PER_PIXEL = 0.45;

/** The stage. */
export class Stage<F> {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly observer: ResizeObserver;
  private view: View;
  private request = 0;

  /** Throws where the browser gives no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly model: Model<F>,
    private readonly start: View,
    /** Told every view; `keyed` if a key led there, so that it is said aloud. */
    private readonly onView: (view: View, keyed: boolean) => void,
  ) {
    this.view = start;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.scene.add(model.object, this.camera, new AmbientLight(0xffffff, 1.7));
    // The light comes from over the shoulder of who looks, so no side is ever black.
    const light = new DirectionalLight(0xffffff, 2);
    light.position.set(2, 4, 5);
    this.camera.add(light);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    canvas.addEventListener("pointerdown", this.onDown);
    canvas.addEventListener("pointermove", this.onMove);
    canvas.addEventListener("pointerup", this.onUp);
    canvas.addEventListener("pointercancel", this.onUp);
    canvas.addEventListener("wheel", this.onWheel, { passive: false });
    canvas.addEventListener("keydown", this.onKey);
    this.resize();
  }

  /** Shows a state of the model. */
  show(frame: F): void {
    this.model.show(frame);
    this.redraw();
  }

  /** Looks from somewhere else. */
  look(view: View, keyed = false): void {
    this.view = view;
    this.onView(view, keyed);
    this.redraw();
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    for (const [name, listener] of [
      ["pointerdown", this.onDown],
      ["pointermove", this.onMove],
      ["pointerup", this.onUp],
      ["pointercancel", this.onUp],
      ["wheel", this.onWheel],
      ["keydown", this.onKey],
    ] as const) {
      this.canvas.removeEventListener(name, listener as EventListener);
    }
    this.model.dispose();
    this.renderer.dispose();
    // A browser has only so many contexts; it would take the oldest away, with a warning.
    this.renderer.forceContextLoss();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.redraw();
  }

  /** Draws with the next frame, however often it is asked for until then. */
  private redraw(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { yaw, pitch, zoom } = this.view;
    const narrow = Math.min(1, this.camera.aspect);
    const half = (FIELD_OF_VIEW * Math.PI) / 360;
    const distance = this.model.radius / Math.sin(half) / narrow / zoom;
    const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    this.camera.position.set(
      distance * Math.sin(y) * Math.cos(p),
      distance * Math.sin(p),
      distance * Math.cos(y) * Math.cos(p),
    );
    this.camera.lookAt(0, 0, 0);
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  private readonly onMove = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, now);
    const other = others[0]?.[1];
    if (other === undefined) {
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      this.look(moved(this.view, -dx * DEGREES_PER_PIXEL, dy * DEGREES_PER_PIXEL));
    } else {
      const away = (at: { x: number; y: number }): number =>
        Math.hypot(at.x - other.x, at.y - other.y);
      this.look(moved(this.view, 0, 0, away(now) / Math.max(1, away(before))));
    }
  };

  private readonly onUp = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
  };

  /** The wheel alone scrolls the page; with Ctrl, as a pinch on a pad sends it, it zooms. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.look(moved(this.view, 0, 0, Math.exp(-event.deltaY / 200)));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const view = afterKey(this.view, event.key, this.start);
    if (view === null) return;
    event.preventDefault();
    this.look(view, true);
  };
}
