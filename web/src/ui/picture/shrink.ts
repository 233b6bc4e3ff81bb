import { attempts } from './crop';

/** Formats of pictures that are uploaded whole. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** The longest side of a picture after shrinking, in pixels. */
export const longestSide = 2048;

/** scaled returns a size whose longest side is at most the given one. */
export function scaled(width: number, height: number, longest: number): { width: number; height: number } {
  const by = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}

/**
 * Scales a picture down and turns it upright, as its camera says: the server drops what the file says beyond its pixels.
 * undefined if it cannot be read or is too large in every format.
 */
export async function shrinkPicture(file: Blob, limit: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, scaled(picture.width, picture.height, longestSide));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  for (const attempt of attempts(file.type === 'image/png' ? 'image/png' : 'image/jpeg')) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (attempt.type === 'image/jpeg') {
      context.fillStyle = '#ffffff'; // JPEG has no transparency
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, attempt.type, attempt.quality);
    });
    if (blob && blob.size <= limit) return blob;
  }
  return undefined;
}
