import type { ChartTheme } from '@/entities/chart/chart-theme';
import { curveColor, nodeColor } from './drawing';
import { placeOf, runsOf, type Scene } from './scene';
import type { Vec } from './space';

/** Triangles with a color at each corner: the whole scene is one, so that one call draws it. */
export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  colors: Float32Array;
  indices: Uint32Array;
}

type Color = readonly [r: number, g: number, b: number];

/** linear converts a color like #29B359 to the linear light that shaders compute with. */
function linear(hex: string): Color {
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const less = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const unit = ([x, y, z]: Vec): Vec => {
  const size = Math.hypot(x, y, z) || 1;
  return [x / size, y / size, z / size];
};
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

class Builder {
  private positions: number[] = [];
  private normals: number[] = [];
  private colors: number[] = [];
  private indices: number[] = [];

  private corner(at: Vec, normal: Vec, color: Color) {
    this.positions.push(...at);
    this.normals.push(...normal);
    this.colors.push(...color);
  }

  /** A tube through places; a single one is a ball. */
  tube(run: readonly Vec[], radius: number, color: Color, sides = 8) {
    const [first] = run;
    if (run.length === 1 && first) {
      this.ball(first, radius * 1.6, color);
      return;
    }
    const start = this.positions.length / 3;
    run.forEach((at, i) => {
      const along = unit(less(run[Math.min(run.length - 1, i + 1)] as Vec, run[Math.max(0, i - 1)] as Vec));
      // Any direction across serves, if it is the same at all places: arrays run down, so x is never along.
      const a = unit(cross(along, Math.abs(along[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0]));
      const b = cross(along, a);
      for (let side = 0; side < sides; side++) {
        const angle = (side * 2 * Math.PI) / sides;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const out: Vec = [a[0] * c + b[0] * s, a[1] * c + b[1] * s, a[2] * c + b[2] * s];
        this.corner([at[0] + out[0] * radius, at[1] + out[1] * radius, at[2] + out[2] * radius], out, color);
      }
    });
    for (let i = 0; i + 1 < run.length; i++) {
      for (let side = 0; side < sides; side++) {
        const next = (side + 1) % sides;
        const [p, q] = [start + i * sides + side, start + i * sides + next];
        this.indices.push(p, p + sides, q, q, p + sides, q + sides);
      }
    }
  }

  ball(at: Vec, radius: number, color: Color, rings = 6, sides = 10) {
    const start = this.positions.length / 3;
    for (let ring = 0; ring <= rings; ring++) {
      const polar = (ring * Math.PI) / rings;
      for (let side = 0; side <= sides; side++) {
        const around = (side * 2 * Math.PI) / sides;
        const [s, c] = [Math.sin(polar), Math.cos(polar)];
        const out: Vec = [s * Math.cos(around), s * Math.sin(around), c];
        this.corner([at[0] + out[0] * radius, at[1] + out[1] * radius, at[2] + out[2] * radius], out, color);
      }
    }
    for (let ring = 0; ring < rings; ring++) {
      for (let side = 0; side < sides; side++) {
        const p = start + ring * (sides + 1) + side;
        const q = p + sides + 1;
        this.indices.push(p, q, p + 1, p + 1, q, q + 1);
      }
    }
  }

  build(): Mesh {
    return {
      positions: new Float32Array(this.positions),
      normals: new Float32Array(this.normals),
      colors: new Float32Array(this.colors),
      indices: new Uint32Array(this.indices),
    };
  }
}

/** meshOf builds the initial axis, a tube for each compared time, and a ball for each node at the current time. */
export function meshOf(scene: Scene, theme: ChartTheme): Mesh {
  const builder = new Builder();
  const { box, exaggeration, length } = scene;
  const thick = Math.hypot(2 * box.half, box.depth) / 300;
  const axis: Vec[] = [
    [0, 0, 0],
    [0, 0, -length],
  ];
  builder.tube(axis, thick * 0.6, linear(theme.lineStrong));
  for (const curve of scene.curves) {
    const color = linear(curveColor(curve, theme));
    for (const run of runsOf(curve, exaggeration)) builder.tube(run, curve.current ? thick * 1.3 : thick, color);
    if (!curve.current) continue;
    for (const node of curve.nodes) {
      const at = placeOf(node, exaggeration);
      if (at) builder.ball(at, thick * 2.2, linear(nodeColor(scene.levels.get(node.no), theme)));
    }
  }
  return builder.build();
}
