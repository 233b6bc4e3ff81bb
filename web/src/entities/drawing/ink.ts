import type { Box } from './plan-labels';

/** Where a drawing has ink. Positions are shares of its width and height from the upper left. */
export interface Ink {
  /** The share of a box covered with ink: 0 on blank paper. */
  shareOf: (box: Box) => number;
  /** The part of the sheet with ink; undefined for a blank sheet. */
  extent: Box | undefined;
}

/** A pixel fainter than this is paper: a downscaled picture is never quite even. */
const faintest = 0.08;
/** A drawing with a transparent background has at least this share of clear pixels. */
const clearShare = 0.05;

/** The most frequent gray of an opaque picture, which is its paper. */
function paperOf(grays: Float32Array): number {
  const counts = new Array<number>(32).fill(0);
  for (const gray of grays) {
    const bucket = Math.floor(gray * 31);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return (counts.indexOf(Math.max(...counts)) + 0.5) / 32;
}

function strengths(pixels: Uint8ClampedArray): Float32Array {
  const count = pixels.length / 4;
  const alphas = new Float32Array(count);
  const grays = new Float32Array(count);
  let clear = 0;
  for (let at = 0; at < count; at++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at * 4, at * 4 + 4);
    alphas[at] = alpha / 255;
    grays[at] = (red + green + blue) / 765;
    if (alpha < 128) clear += 1;
  }
  if (clear / count >= clearShare) return alphas;
  const paper = paperOf(grays);
  return grays.map((gray) => Math.abs(gray - paper));
}

/** Reads the RGBA pixels of a drawing, whose background is transparent or of one color. */
export function inkOf(pixels: Uint8ClampedArray, width: number, height: number): Ink {
  const ink = strengths(pixels);
  const across = width + 1;
  // A summed-area table, so that the ink in a box takes four lookups.
  const sums = new Float64Array(across * (height + 1));
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      const strength = ink[y * width + x] ?? 0;
      const drawn = strength > faintest;
      if (drawn) {
        row += strength;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
      sums[(y + 1) * across + x + 1] = (sums[y * across + x + 1] ?? 0) + row;
    }
  }
  const corner = (x: number, y: number) => sums[y * across + x] ?? 0;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    shareOf: ([boxLeft, boxTop, boxRight, boxBottom]) => {
      const [x1, x2] = [clamp(Math.floor(boxLeft * width), width), clamp(Math.ceil(boxRight * width), width)];
      const [y1, y2] = [clamp(Math.floor(boxTop * height), height), clamp(Math.ceil(boxBottom * height), height)];
      const area = (x2 - x1) * (y2 - y1);
      if (area <= 0) return 0;
      return (corner(x2, y2) - corner(x1, y2) - corner(x2, y1) + corner(x1, y1)) / area;
    },
    extent: left < right ? [left / width, top / height, right / width, bottom / height] : undefined,
  };
}

const mostPixels = 480;

/** The ink of a loaded picture; undefined if its pixels cannot be read. */
export function inkOfPicture(picture: HTMLImageElement): Ink | undefined {
  const scale = Math.min(1, mostPixels / Math.max(picture.naturalWidth, picture.naturalHeight));
  const width = Math.max(1, Math.round(picture.naturalWidth * scale));
  const height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.drawImage(picture, 0, 0, width, height);
  try {
    return inkOf(pen.getImageData(0, 0, width, height).data, width, height);
  } catch {
    return undefined; // a picture of another origin
  }
}
