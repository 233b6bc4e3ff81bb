import { setPlatformAPI } from 'echarts/core';
import { createInstance } from 'i18next';
import { chartTheme } from '@/entities/chart/chart-theme';
import { chartWords } from '@/entities/chart/words';
import { type Language, languages } from '@/ui/i18n/languages';
import type { ViewTexts } from '../model/process-picture';
import { type AlertCurve, alertCurve } from './alert-curve';
import { type Ask, Gatherer, type PictureRequest } from './gather';
import { picture } from './picture';
import { type ReportCurve, reportCurve } from './report-curve';

/** Provided by the server's engine: API calls, and the width of a text at 1,000 px in the font of its pictures. */
interface Engine {
  ask: (method: string, path: string, body: string) => string;
  textWidth: (text: string) => number;
  picture: (request: string) => string;
  alertCurve: (curve: string) => string;
  reportCurve: (curve: string) => string;
}

const engine = globalThis as unknown as Engine;

const texts = import.meta.glob<object>('../../../locales/*/{charts,common,data-views}.ts', {
  eager: true,
  import: 'default',
});

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  fallbackLng: false,
  lng: languages[0],
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // written as text, which the writer of SVG escapes
  resources: Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        ['charts', 'common', 'data-views'].map((name) => [name, texts[`../../../locales/${language}/${name}.ts`]]),
      ),
    ]),
  ) as never,
});

setPlatformAPI({
  measureText: (text, font = '') => {
    const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '12');
    return { width: (engine.textWidth(text) * size) / 1000 };
  },
});

const ask: Ask = (method, path, body) => {
  const text = engine.ask(method, path, body ? JSON.stringify(body) : '');
  return text === '' ? null : JSON.parse(text);
};

const textsOf = (language: Language, first: 'charts' | 'data-views') =>
  i18n.getFixedT(language, [first, 'common', 'charts']);

/** What the server calls for views: a request as JSON in, SVG out, empty where the view has no chart. */
engine.picture = (json) => {
  const request = JSON.parse(json) as PictureRequest;
  const words = chartWords(textsOf(request.language, 'charts') as never, request.zone);
  const drawn = picture({
    request,
    from: new Gatherer(request, ask),
    t: textsOf(request.language, 'data-views') as unknown as ViewTexts,
    context: {
      theme: chartTheme[request.theme === 'light' ? 'white' : 'default'],
      words,
      zone: request.zone,
      narrow: request.width < 600,
    },
  });
  return drawn ?? '';
};

/** The curve of an alert for a mail, on white ground: SVG. */
engine.alertCurve = (json) => {
  const curve = JSON.parse(json) as AlertCurve;
  const words = chartWords(textsOf(curve.language, 'charts') as never, curve.zone);
  return alertCurve(curve, { theme: chartTheme.white, words, zone: curve.zone, narrow: false });
};

/** A curve of a report, on white ground: SVG. */
engine.reportCurve = (json) => {
  const curve = JSON.parse(json) as Omit<ReportCurve, 'depthName'>;
  const t = textsOf(curve.language, 'charts');
  const words = chartWords(t as never, curve.zone);
  const context = { theme: chartTheme.white, words, zone: curve.zone, narrow: curve.width < 400 };
  return reportCurve({ ...curve, depthName: textsOf(curve.language, 'data-views')('profile.depth' as never) }, context);
};
