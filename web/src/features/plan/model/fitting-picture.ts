import { cropPicture } from '@/ui/picture/crop';

/** The size limit of a stored drawing (specification section 9), and its side limit in pixels. */
export const maxPicture = 3 * 1024 * 1024;
const maxSide = 6000;
/** The sides that a picture is tried with until it is small enough. */
const sides = [6000, 4096, 3072, 2048];

function sizeOf(url: string): Promise<{ width: number; height: number }> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new Error('not a picture'));
    image.src = url;
  });
}

/** The picture unchanged if small enough, otherwise scaled down; undefined if the limit cannot be met. */
export async function fittingPicture(file: File): Promise<Blob | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const { width, height } = await sizeOf(url);
    if (file.size <= maxPicture && Math.max(width, height) <= maxSide) return file;
    for (const side of sides) {
      const share = Math.min(1, side / Math.max(width, height));
      const size = { width: Math.round(width * share), height: Math.round(height * share) };
      const made = await cropPicture(url, file.type, { x: 0, y: 0, width, height }, size, maxPicture);
      if (made) return made;
    }
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
