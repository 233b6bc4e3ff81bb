// Turns the drawings of the demo, internal/feature/demo/drawings/*.svg, into the embedded pictures,
// internal/feature/demo/data/*.png. They have a transparent background and a palette of three inks in 32 strengths,
// to keep the files small.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from '@playwright/test';

const demo = fileURLToPath(new URL('../../internal/feature/demo', import.meta.url));
const size = { width: 1600, height: 1000 };
/** Gray of lines, brown of soil, blue of water. */
const inks = [
  [0x71, 0x85, 0x9a],
  [0xb0, 0x8d, 0x57],
  [0x4a, 0x90, 0xc4],
];
const strengths = 32;

/** Runs in the page: draws a picture and returns, as text, the palette index of each pixel. */
async function drawn({ svg, inks, strengths, width, height }) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 4) {
    const distances = inks.map((ink) => ink.reduce((sum, value, part) => sum + (value - data[at + part]) ** 2, 0));
    const ink = distances.indexOf(Math.min(...distances));
    const strength = Math.round((data[at + 3] / 255) * (strengths - 1));
    text += String.fromCharCode(strength === 0 ? 0 : ink * strengths + strength);
  }
  return text;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function png(pixels, { width, height }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // 8 bits, palette
  const colors = inks.flatMap((ink) => Array.from({ length: strengths }, () => ink).flat());
  const alphas = inks.flatMap(() =>
    Array.from({ length: strengths }, (_, s) => Math.round((s * 255) / (strengths - 1))),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) pixels.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors)),
    chunk('tRNS', Buffer.from(alphas)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const file of readdirSync(join(demo, 'drawings')).filter((name) => name.endsWith('.svg'))) {
  const svg = readFileSync(join(demo, 'drawings', file), 'utf8');
  const pixels = Buffer.from(await page.evaluate(drawn, { svg, inks, strengths, ...size }), 'latin1');
  writeFileSync(join(demo, 'data', file.replace(/svg$/, 'png')), png(pixels, size));
}
await browser.close();
