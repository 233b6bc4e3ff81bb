import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ChartContext } from '@/entities/chart/chart-words';
import { axesDrawing, paint } from './drawing';
import { meshOf } from './mesh';
import type { Scene, SceneTexts } from './scene';
import type { Camera, Size } from './space';
import { makePainter, type Painter } from './webgl';

export interface Painting {
  scene: Scene;
  texts: SceneTexts;
  context: ChartContext;
}

/** paintAxes draws what is behind the curves on a canvas. */
export function paintAxes(
  canvas: HTMLCanvasElement,
  { scene, texts, context }: Painting,
  camera: Camera,
  size: Size,
  ratio: number,
) {
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size.width, size.height);
  paint(pen, axesDrawing(scene, texts, camera, size, context));
}

/**
 * usePainting draws a scene in a frame after something changed, and never otherwise. While the scene turns only the
 * camera changes. `missing` is true in a browser without WebGL.
 */
export function usePainting(
  front: RefObject<HTMLCanvasElement | null>,
  back: RefObject<HTMLCanvasElement | null>,
  painting: Painting,
  size: Size,
  camera: RefObject<Camera>,
  onDrawn: () => void,
): { redraw: () => void; missing: boolean } {
  const painter = useRef<Painter | null>(null);
  const frame = useRef(0);
  const [missing, setMissing] = useState(false);
  const latest = useRef({ painting, size, onDrawn });
  latest.current = { painting, size, onDrawn };

  const redraw = useCallback(() => {
    if (frame.current) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const now = latest.current;
      if (!back.current || !painter.current || now.size.width === 0) return;
      paintAxes(back.current, now.painting, camera.current, now.size, devicePixelRatio);
      painter.current.draw(camera.current, now.painting.scene.box, now.size, devicePixelRatio);
      now.onDrawn();
    });
  }, [back, camera]);

  useEffect(() => {
    const canvas = front.current;
    if (!canvas) return;
    const made = makePainter(canvas);
    painter.current = made;
    setMissing(!made);
    canvas.addEventListener('webglcontextrestored', redraw);
    return () => {
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      canvas.removeEventListener('webglcontextrestored', redraw);
      made?.dispose();
      painter.current = null;
    };
  }, [front, redraw]);

  const { scene, context } = painting;
  useEffect(() => painter.current?.show(meshOf(scene, context.theme)), [scene, context.theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of them changed is drawn
  useEffect(redraw, [redraw, painting, size.width, size.height]);
  return { redraw, missing };
}
