import type { components } from '@/api/schema.gen';
import type { ChartContext } from '@/entities/chart/chart-words';
import { excerptChart } from '@/entities/chart/excerpt';
import type { Gap } from '@/entities/chart/gaps';
import { svgOf } from '@/entities/chart/svg';
import type { Language } from '@/ui/i18n/languages';
import { thresholdOfApi } from '../model/adapt';
import { framed } from './picture';

/** The curve of an alert for a mail, with all its data: nobody asks for it, so there is nobody to ask for. */
export interface AlertCurve {
  /** What the values are, without the unit. */
  name: string;
  unit: string;
  decimals: number;
  times: readonly number[];
  values: readonly (number | null)[];
  gaps: readonly Gap[];
  start: number;
  end: number;
  threshold: components['schemas']['AlarmThreshold'] | null;
  /** The readings that changed the level of the alert; the one that the mail is about has a text. */
  turns: readonly { t: number; value: number; level: number; text: string }[];
  zone: string;
  language: Language;
  /** Pixels. */
  width: number;
  height: number;
}

/** Mails are read on phones: the chart is as large as that on the page of the alert, with two pixels for each of it. */
const zoom = 2;

/** alertCurve draws the curve of an alert as an SVG document, as the page of the alert does. */
export function alertCurve(curve: AlertCurve, context: ChartContext): string {
  const { times, values, start, end, threshold, language, width, height, ...rest } = curve;
  const option = excerptChart(
    {
      ...rest,
      samples: times.map((time, i) => [time, values[i] ?? null] as const),
      range: [start, end],
      threshold: threshold && thresholdOfApi(threshold),
    },
    context,
  );
  const drawn = svgOf(option, { width: width / zoom, height: height / zoom }, language);
  return framed([`<g transform="scale(${zoom})">`, drawn, '</g>'], { width, height }, context.theme);
}
