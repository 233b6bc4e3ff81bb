import { Api } from './api';
import { expect, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'default' } });

interface Pictured {
  structureId: number;
  measuringPointId: number;
  name: string;
  time: number | null;
  pages: string[];
}

/** The views with a chart that are compared. */
const views = ['hda-chart', 'adm-profile', 'adm-prop', 'gnss-chart'];

test('the PNG of the server matches the SVG drawn by the browser', async ({ page, baseURL }) => {
  const base = baseURL ?? '';
  const api = await Api.signIn(base);
  const points: Pictured[] = [];
  for (const { id } of (await api.get('/projects?pageSize=50')).list)
    points.push(...(await api.post('/monitor/overview', { projectId: id })).list);

  for (const view of views)
    for (const theme of ['light', 'dark']) {
      const point = points.find((one) => one.time !== null && one.pages.includes(view));
      if (!point?.time) throw new Error(`the demo has no point with ${view}`);
      const language = theme === 'light' ? 'zh' : 'en';
      const of = (format: string) =>
        fetch(
          `${base}/api/structures/${point.structureId}/measuring-points/${point.measuringPointId}/picture?view=${view}` +
            `&start=${(point.time ?? 0) - 90 * 86_400_000}&end=${point.time}&theme=${theme}&language=${language}&format=${format}`,
          { headers: { authorization: `Bearer ${api.session.token}` } },
        ).then(async (answer) => {
          expect(answer.status, `${view} as ${format}`).toBe(200);
          return Buffer.from(await answer.arrayBuffer());
        });
      const [svg, png] = [(await of('svg')).toString('utf8'), (await of('png')).toString('base64')];
      const { shapes, words } = await page.evaluate(compare, { svg, png });
      expect(shapes.inked, `${view}, ${theme}: something is drawn`).toBeGreaterThan(1000);
      expect(shapes.differing / shapes.inked, `${view}, ${theme}: shapes differ`).toBeLessThan(0.05);
      // The browser's font differs: texts take the same room, but single letters differ.
      expect(Math.abs(words.browser - words.server) / words.browser, `${view}, ${theme}: words`).toBeLessThan(0.15);
    }
});

/**
 * Runs in the page. Compares an SVG document drawn by the browser with a PNG: shapes pixel by pixel, texts by their
 * ink.
 */
async function compare({ svg, png }: { svg: string; png: string }) {
  const pixels = async (source: string) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const browser = await pixels(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
  const server = await pixels(`data:image/png;base64,${png}`);
  if (browser.width !== server.width || browser.height !== server.height) throw new Error('the sizes differ');
  const { width, height } = browser;

  // The pixels of texts: wherever the document has one, with a margin for another font.
  const holder = document.createElement('div');
  holder.style.cssText = 'position:absolute;left:0;top:0';
  holder.innerHTML = svg;
  document.body.append(holder);
  const word = new Uint8Array(width * height);
  const origin = holder.getBoundingClientRect();
  for (const text of holder.querySelectorAll('text')) {
    const box = text.getBoundingClientRect();
    const room = 4 + box.width * 0.15;
    const rows = [
      Math.max(0, Math.floor(box.top - origin.top - 3)),
      Math.min(height, Math.ceil(box.bottom - origin.top + 3)),
    ];
    const columns = [
      Math.max(0, Math.floor(box.left - origin.left - room)),
      Math.min(width, Math.ceil(box.right - origin.left + room)),
    ];
    for (let y = rows[0] ?? 0; y < (rows[1] ?? 0); y++)
      word.fill(1, y * width + (columns[0] ?? 0), y * width + (columns[1] ?? 0));
  }
  holder.remove();

  /** The distance of two pixels, of 255. */
  const distance = (a: ImageData, i: number, b: ImageData, j: number) =>
    Math.max(...[0, 1, 2].map((c) => Math.abs((a.data[4 * i + c] ?? 0) - (b.data[4 * j + c] ?? 0))));
  const shapes = { inked: 0, differing: 0 };
  const words = { browser: 0, server: 0 };
  for (let i = 0; i < width * height; i++) {
    if (word[i]) {
      words.browser += distance(browser, i, browser, 0) / 255;
      words.server += distance(server, i, server, 0) / 255;
      continue;
    }
    if (distance(browser, i, browser, 0) > 64) shapes.inked++;
    if (distance(browser, i, server, i) > 64) shapes.differing++;
  }
  return { shapes, words };
}
