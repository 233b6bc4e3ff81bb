/** The space of a borehole: meters, x to the right of the plan, y up the plan, z up from the collar. */
export type Vec = readonly [x: number, y: number, z: number];

/** Where the scene is seen from; parallel lines stay parallel, so equal displacements look equal. */
export interface Camera {
  /** Where the viewer stands, degrees clockwise from the y axis. */
  azimuth: number;
  /** Degrees above the horizontal, 0 to 90. */
  elevation: number;
  /** 1: the box fills the picture. */
  zoom: number;
  /** How far the picture is moved, as shares of the drawn height: to the right and up. */
  pan: readonly [number, number];
}

/** The space that is drawn: from -half to half in plan, from the collar down. */
export interface Box {
  half: number;
  depth: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Room in pixels for the labels of the axes. */
const marginX = 74;
const marginY = 46;
export const zoomRange = [0.3, 20] as const;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The directions of the screen in space: to the right, up, and towards the viewer. */
export function directions({ azimuth, elevation }: Camera): { right: Vec; up: Vec; toward: Vec } {
  const [a, e] = [radians(azimuth), radians(elevation)];
  const [sa, ca, se, ce] = [Math.sin(a), Math.cos(a), Math.sin(e), Math.cos(e)];
  return { right: [-ca, sa, 0], up: [-sa * se, -ca * se, ce], toward: [sa * ce, ca * ce, se] };
}

/** scaleOf is pixels per meter: the box fills the picture at zoom 1, from wherever it is seen. */
export function scaleOf(camera: Camera, { half, depth }: Box, { width, height }: Size): number {
  const { right, up } = directions(camera);
  const wide = 2 * half * (Math.abs(right[0]) + Math.abs(right[1]));
  const high = 2 * half * (Math.abs(up[0]) + Math.abs(up[1])) + depth * Math.abs(up[2]);
  const fit = Math.min(Math.max(40, width - 2 * marginX) / wide, Math.max(40, height - 2 * marginY) / high);
  return fit * camera.zoom;
}

/** A place in the picture in pixels, and how near it is to the viewer in meters. */
export type Projected = readonly [x: number, y: number, near: number];

const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** projector returns where the picture shows a place. */
export function projector(camera: Camera, box: Box, size: Size): (at: Vec) => Projected {
  const { right, up, toward } = directions(camera);
  const scale = scaleOf(camera, box, size);
  const left = size.width / 2 + camera.pan[0] * size.height;
  const top = size.height / 2 - camera.pan[1] * size.height;
  return ([x, y, z]) => {
    const from: Vec = [x, y, z + box.depth / 2];
    return [left + scale * dot(from, right), top - scale * dot(from, up), dot(from, toward)];
  };
}

/** turned is the camera after a drag by pixels: the scene follows the pointer. */
export function turned(camera: Camera, dx: number, dy: number): Camera {
  const azimuth = (((camera.azimuth + dx * 0.4) % 360) + 360) % 360;
  return { ...camera, azimuth, elevation: Math.min(90, Math.max(0, camera.elevation + dy * 0.4)) };
}

/** zoomed is the camera nearer by a factor; the place at `x`, `y`, in pixels from the middle, stays where it is. */
export function zoomed(camera: Camera, by: number, height: number, x = 0, y = 0): Camera {
  const zoom = Math.min(zoomRange[1], Math.max(zoomRange[0], camera.zoom * by));
  const real = zoom / camera.zoom;
  const [px, py] = camera.pan;
  return { ...camera, zoom, pan: [px * real + (x / height) * (1 - real), py * real - (y / height) * (1 - real)] };
}

/** The views with a name, and the usual one. */
export const views = ['usual', 'a', 'b', 'top'] as const;
export type NamedView = (typeof views)[number];

/**
 * namedCamera looks at the scene so that A+ points to the right (front A), B+ points to the right (front B), from above,
 * or from between both fronts. `mark` is the azimuth of A+ in plan; B+ is 90° clockwise of it.
 */
export function namedCamera(name: NamedView, mark: number): Camera {
  const still = { zoom: 1, pan: [0, 0] as const };
  const round = (degrees: number) => ((degrees % 360) + 360) % 360;
  if (name === 'a') return { azimuth: round(mark + 90), elevation: 0, ...still };
  if (name === 'b') return { azimuth: round(mark + 180), elevation: 0, ...still };
  if (name === 'top') return { azimuth: 180, elevation: 90, ...still };
  return { azimuth: round(mark + 130), elevation: 22, ...still };
}

/** cameraText writes a camera for the address. */
export function cameraText({ azimuth, elevation, zoom, pan }: Camera): string {
  return [azimuth, elevation, zoom * 100, pan[0] * 1000, pan[1] * 1000].map((n) => String(Math.round(n))).join('_');
}

/** cameraOf reads a camera or a named view from the address; anything else is the usual view. */
export function cameraOf(text: string | null, mark: number): Camera {
  const name = views.find((one) => one === text);
  const numbers = (text ?? '').split('_').map(Number);
  if (name || numbers.length !== 5 || !numbers.every(Number.isFinite)) return namedCamera(name ?? 'usual', mark);
  const [azimuth = 0, elevation = 0, percent = 100, x = 0, y = 0] = numbers;
  const zoom = Math.min(zoomRange[1], Math.max(zoomRange[0], percent / 100));
  return {
    azimuth: ((azimuth % 360) + 360) % 360,
    elevation: Math.min(90, Math.max(0, elevation)),
    zoom,
    pan: [x / 1000, y / 1000],
  };
}
