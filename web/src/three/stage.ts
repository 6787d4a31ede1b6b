/**
 * A stage for one model: camera, light, shadow, orbit controls, and layers turned by dragging.
 * It draws only when something has changed. Loaded when the first model is shown, with the whole of
 * three.js.
 */

import {
  AmbientLight,
  CanvasTexture,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  type Vector2,
  WebGLRenderer,
} from "three";
import {
  type CameraView,
  type Grip,
  LayerDrag,
  rayThrough,
  type SurfacePoint,
  turnOfDrag,
} from "./layerDrag";
import { moveView, type View, viewAfterKey } from "./orbit";
import { type ModelDrag, Pointers } from "./pointers";
import type { DragHandler } from "./useLayerDrag";

/** A model on a stage, with frames of type `F` and turns of type `T`. */
export interface Model<F, T> {
  readonly object: Object3D;
  /** The radius of a sphere around the centre that contains the model during every turn. */
  readonly radius: number;
  /** Shows a frame, possibly in the middle of a move. */
  show(frame: F): void;
  /** Returns the turns that dragging a point of a part can make. */
  grips(part: Object3D, place: SurfacePoint): readonly Grip<T>[];
  dispose(): void;
}

/** Callbacks of a stage. */
export interface StageEvents<T> {
  /** Called with every new view; `keyed` if a key caused it, so that it is announced. */
  onView(view: View, keyed: boolean): void;
  /** Receives drags of layers; `null` if layers cannot be dragged. */
  drag(): DragHandler<T> | null;
}

const FIELD_OF_VIEW = 28;
const DEGREES_PER_PIXEL = 0.45;
/** The distance of the shadow below the centre, in units of the model. */
const GROUND = -1.22;
/** Over how many milliseconds the speed of a pointer is measured. */
const SPEED_OVER = 80;

/** The shadow below a model: a soft spot, drawn once. It costs one quad per frame. */
function shadow(): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const size = 128;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (context !== null) {
    const spot = context.createRadialGradient(64, 64, 8, 64, 64, 62);
    spot.addColorStop(0, "rgb(0 0 0 / 46%)");
    spot.addColorStop(0.4, "rgb(0 0 0 / 32%)");
    spot.addColorStop(0.72, "rgb(0 0 0 / 9%)");
    spot.addColorStop(1, "rgb(0 0 0 / 0%)");
    context.fillStyle = spot;
    context.fillRect(0, 0, size, size);
  }
  const map = new CanvasTexture(canvas);
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  const mesh = new Mesh(new PlaneGeometry(3.7, 3.7), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = GROUND;
  return mesh;
}

/** The stage. */
export class Stage<F, T> {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  private readonly shadow = shadow();
  private readonly pointers: Pointers;
  private readonly observer: ResizeObserver;
  private view: View;
  private request = 0;

  /** Throws where the browser gives no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly model: Model<F, T>,
    private readonly start: View,
    private readonly events: StageEvents<T>,
  ) {
    this.view = start;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.scene.add(model.object, this.shadow, this.camera, new AmbientLight(0xffffff, 1.5));
    // The light comes from behind the viewer, so no side is ever black.
    const light = new DirectionalLight(0xffffff, 2.1);
    light.position.set(-1.5, 4, 5);
    this.camera.add(light);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    canvas.addEventListener("keydown", this.onKey);
    this.pointers = new Pointers(canvas, {
      isOn: (at) => this.gripsAt(at).length > 0,
      touch: () => this.events.drag()?.touch(),
      begin: (from, by) => this.begin(from, by),
      look: (dx, dy) =>
        this.look(moveView(this.view, -dx * DEGREES_PER_PIXEL, dy * DEGREES_PER_PIXEL)),
      zoom: (factor) => this.look(moveView(this.view, 0, 0, factor)),
    });
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
    this.events.onView(view, keyed);
    this.redraw();
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    this.canvas.removeEventListener("keydown", this.onKey);
    this.pointers.dispose();
    this.model.dispose();
    this.shadow.geometry.dispose();
    this.shadow.material.map?.dispose();
    this.shadow.material.dispose();
    this.renderer.dispose();
    // Browsers limit the number of contexts and drop the oldest one with a warning.
    this.renderer.forceContextLoss();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.redraw();
  }

  /** Requests one redraw with the next frame. */
  private redraw(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.aim();
      this.renderer.render(this.scene, this.camera);
    });
  }

  /** Moves the camera to the view. */
  private aim(): void {
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
    // The shadow and a line of text need some room below.
    this.camera.lookAt(0, -0.08, 0);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    // From below, the ground would hide the model.
    this.shadow.material.opacity = Math.min(1, Math.max(0, (pitch + 4) / 20));
    this.shadow.visible = this.shadow.material.opacity > 0;
  }

  private cameraView(): CameraView {
    this.aim();
    const { camera } = this;
    return { camera, width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  /** Returns the point of the model, and the part, under a point of the canvas; `null` beside the model. */
  private meets(at: Vector2): { part: Object3D; place: SurfacePoint } | null {
    const ray = rayThrough(at.x, at.y, this.cameraView());
    this.model.object.updateMatrixWorld();
    const [hit] = new Raycaster(ray.origin, ray.direction).intersectObject(this.model.object, true);
    if (hit === undefined || !hit.face) return null;
    const normal = hit.face.normal.clone().transformDirection(hit.object.matrixWorld);
    return { part: hit.object, place: { point: hit.point, normal } };
  }

  /** Returns the turns that a drag from a point of the canvas can make. */
  private gripsAt(at: Vector2): readonly Grip<T>[] {
    const drag = this.events.drag();
    const met = drag === null ? null : this.meets(at);
    if (drag === null || met === null) return [];
    return this.model.grips(met.part, met.place).filter((grip) => drag.allows(grip.turn));
  }

  private begin(from: Vector2, by: Vector2): ModelDrag | null {
    const drag = this.events.drag();
    const met = this.meets(from);
    if (drag === null || met === null) return null;
    const cameraView = this.cameraView();
    const grip = turnOfDrag(this.gripsAt(from), met.place.point, by, cameraView);
    if (grip === null) return null;
    const layerDrag = new LayerDrag(grip, met.place.point, from, cameraView);
    let past: { amount: number; time: number }[] = [];
    drag.hold(grip.turn, 0);
    return {
      move(to, time) {
        const amount = layerDrag.to(to);
        past = [...past.filter((it) => time - it.time < SPEED_OVER), { amount, time }];
        drag.hold(grip.turn, amount);
      },
      end(time) {
        const [first, last] = [past[0], past.at(-1)];
        const still = first === undefined || last === undefined || time - last.time > SPEED_OVER;
        const elapsed = still ? 0 : last.time - first.time;
        drag.release(
          still || elapsed === 0
            ? 0
            : ((last.amount - first.amount) * 1000) / Math.max(16, elapsed),
        );
      },
      cancel: () => drag.cancel(),
    };
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const view = viewAfterKey(this.view, event.key, this.start);
    if (view === null) return;
    event.preventDefault();
    this.look(view, true);
  };
}
