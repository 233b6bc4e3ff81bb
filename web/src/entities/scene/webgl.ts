import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  OrthographicCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Mesh as Triangles } from './mesh';
import { type Box, type Camera, directions, type Size, scaleOf } from './space';

/** Draws a scene with the graphics card. Nothing is drawn until it is asked for. */
export interface Painter {
  show: (triangles: Triangles) => void;
  draw: (camera: Camera, box: Box, size: Size, pixelRatio: number) => void;
  dispose: () => void;
}

/** makePainter draws on a canvas; null if the browser has no WebGL. */
export function makePainter(canvas: HTMLCanvasElement): Painter | null {
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true });
  if (!context) return null;
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
  renderer.setClearColor(0, 0);
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 1.5);
  scene.add(new AmbientLight(0xffffff, 2), light, light.target);
  const material = new MeshLambertMaterial({ vertexColors: true });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  scene.add(mesh);
  const eye = new OrthographicCamera();
  let last = { width: 0, height: 0, ratio: 0 };
  return {
    show: ({ positions, normals, colors, indices }) => {
      mesh.geometry.dispose();
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('normal', new BufferAttribute(normals, 3));
      geometry.setAttribute('color', new BufferAttribute(colors, 3));
      geometry.setIndex(new BufferAttribute(indices, 1));
      mesh.geometry = geometry;
    },
    draw: (camera, box, size, ratio) => {
      if (size.width !== last.width || size.height !== last.height || ratio !== last.ratio) {
        renderer.setPixelRatio(ratio);
        renderer.setSize(size.width, size.height, false);
        last = { ...size, ratio };
      }
      const { toward, up, right } = directions(camera);
      const scale = scaleOf(camera, box, size);
      const far = 2 * Math.hypot(2 * box.half, box.depth) + 1;
      eye.left = (-size.width / 2 - camera.pan[0] * size.height) / scale;
      eye.right = (size.width / 2 - camera.pan[0] * size.height) / scale;
      eye.top = (size.height / 2 - camera.pan[1] * size.height) / scale;
      eye.bottom = (-size.height / 2 - camera.pan[1] * size.height) / scale;
      eye.near = 0;
      eye.far = 2 * far;
      eye.up.set(...up);
      eye.position.set(toward[0] * far, toward[1] * far, toward[2] * far - box.depth / 2);
      eye.lookAt(0, 0, -box.depth / 2);
      eye.updateProjectionMatrix();
      // The light stands above the viewer's right shoulder.
      light.position.copy(new Vector3(...toward).addScaledVector(new Vector3(...up), 0.7));
      light.position.addScaledVector(new Vector3(...right), 0.4);
      renderer.render(scene, eye);
    },
    dispose: () => {
      mesh.geometry.dispose();
      material.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
