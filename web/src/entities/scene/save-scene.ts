import { chartTheme } from '@/entities/chart/chart-theme';
import { sheetOf } from '@/entities/chart/export-png';
import type { PictureText } from '@/entities/chart/picture-head';
import { saveBlob, saveText } from '@/ui/download';
import { sceneOption } from './drawing';
import { meshOf } from './mesh';
import type { Camera, Size } from './space';
import { type Painting, paintAxes } from './use-painting';
import { makePainter } from './webgl';

const white = (painting: Painting): Painting => ({
  ...painting,
  context: { ...painting.context, theme: chartTheme.white },
});

/** saveScene saves what is seen as a white picture of twice the size. */
export async function saveScene(seen: Painting, camera: Camera, size: Size, text: PictureText) {
  const painting = white(seen);
  const [back, front] = [document.createElement('canvas'), document.createElement('canvas')];
  const painter = makePainter(front);
  if (!painter) return;
  try {
    paintAxes(back, painting, camera, size, 2);
    painter.show(meshOf(painting.scene, painting.context.theme));
    painter.draw(camera, painting.scene.box, size, 2);
    saveBlob(await sheetOf([back, front], size, text), `${text.title}.png`);
  } finally {
    painter.dispose();
  }
}

/** saveSceneDrawing saves what is seen as SVG. */
export async function saveSceneDrawing(
  seen: Painting,
  camera: Camera,
  size: Size,
  text: PictureText,
  language: string,
) {
  // Few people save a drawing: what writes it is loaded for them.
  const { chartDrawing } = await import('@/entities/chart/export-svg');
  const { scene, texts, context } = white(seen);
  const drawn = await chartDrawing(sceneOption(scene, texts, camera, size, context), size, text, language);
  saveText(`${text.title}.svg`, drawn, 'image/svg+xml');
}
