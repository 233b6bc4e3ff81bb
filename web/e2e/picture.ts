import type { Page } from '@playwright/test';

/** A png that the browser draws, as a file for an upload. */
export async function drawnPicture(page: Page, width: number, height: number) {
  const picture = await page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas');
      canvas.width = across;
      canvas.height = down;
      canvas.getContext('2d')?.fillRect(across / 10, down / 10, across / 2, down / 2);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return { name: 'drawn.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') };
}
