import type { EChartsOption } from 'echarts';
import { chartFont, chartTheme } from './chart-theme';
import { makeChart } from './engine';
import { withoutBrush } from './without-brush';

/** Draws a chart for a report: white, twice the size, with a title and a second line above it. */
export async function chartPicture(
  option: EChartsOption,
  size: { width: number; height: number },
  title: string,
  subtitle: string,
  language: string,
): Promise<Blob> {
  return await sheetOf([chartCanvas(option, size, language)], size, title, subtitle);
}

/** chartCanvas draws a chart in white on a canvas of twice its size. */
export function chartCanvas(
  option: EChartsOption,
  size: { width: number; height: number },
  language: string,
): HTMLCanvasElement {
  const theme = chartTheme.white;
  const stage = document.createElement('div');
  stage.style.width = `${size.width}px`;
  stage.style.height = `${size.height}px`;
  stage.style.position = 'absolute';
  stage.style.left = '-10000px';
  document.body.append(stage);
  const chart = makeChart(stage, language);
  try {
    chart.setOption({ ...withoutBrush(option), animation: false });
    return chart.renderToCanvas({ pixelRatio: 2, backgroundColor: theme.panel });
  } finally {
    chart.dispose();
    stage.remove();
  }
}

/** Height in pixels of the title and the second line above a picture. */
export const head = 56;

/** sheetOf lays drawings of twice the size over each other on a white sheet, below a title and a second line. */
export function sheetOf(
  drawings: readonly CanvasImageSource[],
  size: { width: number; height: number },
  title: string,
  subtitle: string,
): Promise<Blob> {
  const theme = chartTheme.white;
  const sheet = document.createElement('canvas');
  sheet.width = size.width * 2;
  sheet.height = (size.height + head) * 2;
  const pen = sheet.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw pictures');
  pen.fillStyle = theme.panel;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.fillStyle = theme.text;
  pen.font = `600 30px ${chartFont}`;
  pen.fillText(title, 32, 46);
  pen.fillStyle = theme.text3;
  pen.font = `22px ${chartFont}`;
  pen.fillText(subtitle, 32, 84);
  for (const drawing of drawings) pen.drawImage(drawing, 0, head * 2);
  return new Promise<Blob>((resolve, reject) => {
    sheet.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot make pictures'))),
      'image/png',
    );
  });
}
