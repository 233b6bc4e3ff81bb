/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Accepted formats (specification section 9). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/bmp', 'image/x-ms-bmp', 'image/gif'];

/** Size limit of the chosen file before cropping. */
export const maxChosen = 2 * 1024 * 1024;

/** Why a file cannot be chosen; nothing when it can. */
export function refusal(file: { type: string; size: number }): 'type' | 'size' | undefined {
  if (!pictureTypes.includes(file.type)) return 'type';
  return file.size > maxChosen ? 'size' : undefined;
}

/** The formats and qualities tried in order until a picture is small enough; a PNG is first tried as PNG. */
export function attempts(type: string): { type: string; quality?: number }[] {
  const jpeg = [0.92, 0.85, 0.75, 0.6].map((quality) => ({ type: 'image/jpeg', quality }));
  return type === 'image/png' ? [{ type: 'image/png' }, ...jpeg] : jpeg;
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('not a picture'));
    image.src = url;
  });
}

/**
 * Crops a picture and scales it to the given size. PNG stays PNG with its transparency, others are recompressed;
 * undefined if the limit cannot be met.
 */
export async function cropPicture(
  url: string,
  type: string,
  area: Area,
  size: { width: number; height: number },
  limit: number,
): Promise<Blob | undefined> {
  const image = await load(url);
  for (const attempt of attempts(type)) {
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    if (attempt.type === 'image/jpeg') {
      context.fillStyle = '#ffffff'; // JPEG has no transparency
      context.fillRect(0, 0, size.width, size.height);
    }
    context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, attempt.type, attempt.quality);
    });
    if (blob && blob.size <= limit) return blob;
  }
  return undefined;
}
