import type { Texts } from '../resources';
import type zh from '../zh/sections';

const texts = {
  report: '斷面報表',
  list: '斷面',
  sections: '斷面 {{count}} 個',
  members: '斷面內測點',
  pairs: '{{count}} 條測線',
  prisms: '{{count}} 個稜鏡',
  lastOfPairs: '測線最新值',
  lastOfPrisms: '稜鏡最新值',
  show: '顯示 {{name}}',
  hide: '隱藏 {{name}}',
  noCoordinates: '稜鏡沒有座標，無法繪製斷面',
  drawing: '{{name}} 斷面圖：{{values}}',
  section: '斷面',
  along: '縱斷面',
  position: '斷面內位置',
  atPosition: '位置 {{name}}',
  alongSentence: '沿里程的 {{count}} 條曲線；{{time}} 最大值為 {{value}} {{unit}}，位於 {{name}}',
  latest: '最新值',
  latestSentence: '{{name}} 各測線最新值：{{values}} {{unit}}',
  savePicture: '儲存圖片：{{title}}',
} satisfies Texts<typeof zh>;

export default texts;
