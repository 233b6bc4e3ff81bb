import type { EChartsOption } from 'echarts';
import { chartFont, chartTheme } from './chart-theme';
import { makeChart } from './engine';
import {
  firstLine,
  lineHeight,
  lineSize,
  margin,
  type PictureText,
  pictureHead,
  titleLine,
  titleSize,
} from './picture-head';
import { withoutBrush } from './without-brush';

/** Draws a chart for a report: white, twice the size, below its head. */
export async function chartPicture(
  option: EChartsOption,
  size: { width: number; height: number },
  text: PictureText,
  language: string,
): Promise<Blob> {
  return await sheetOf([chartCanvas(option, size, language)], size, text);
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

/** sheetOf lays drawings of twice the size over each other on a white sheet, below their head. */
export async function sheetOf(
  drawings: readonly CanvasImageSource[],
  size: { width: number; height: number },
  text: PictureText,
): Promise<Blob> {
  const { title, lines, height } = await pictureHead(text, size.width);
  const theme = chartTheme.white;
  const sheet = document.createElement('canvas');
  sheet.width = size.width * 2;
  sheet.height = (size.height + height) * 2;
  const pen = sheet.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw pictures');
  pen.fillStyle = theme.panel;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.fillStyle = theme.text;
  pen.scale(2, 2);
  pen.font = `600 ${titleSize}px ${chartFont}`;
  pen.fillText(title, margin, titleLine);
  pen.fillStyle = theme.text3;
  pen.font = `${lineSize}px ${chartFont}`;
  for (const [i, line] of lines.entries()) pen.fillText(line, margin, firstLine + i * lineHeight);
  pen.resetTransform();
  for (const drawing of drawings) pen.drawImage(drawing, 0, height * 2);
  return new Promise<Blob>((resolve, reject) => {
    sheet.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot make pictures'))),
      'image/png',
    );
  });
}
