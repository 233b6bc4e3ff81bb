import type { Texts } from '../resources';
import type zh from '../zh/characteristic';

const texts = {
  window: '統計時段',
  of: {
    range: '所選時段',
    initial: '自初始值起',
  },
  point: '測點',
  column: '分量',
  node: '節點',
  unit: '單位',
  allNodes: '全部節點',
  count: '有效數',
  missing: '缺測數',
  max: '最大值',
  min: '最小值',
  mean: '平均值',
  deviation: '標準差',
  range: '變幅',
  first: '首值',
  last: '末值',
  difference: '末值 − 首值',
  time: '時間',
  since: '起始',
  until: '截止',
  readings: '收到讀數',
  fields: '分量',
  allFields: '全部分量',
  addPoints: '增加測點',
  others: '另 {{count}} 個測點',
  about: '只統計有效值，異常值不計入。標準差按 n − 1 計算；變幅為最大值減最小值。方位角沒有極值、平均值和標準差。',
  aboutNodes: '有節點的測點按節點分別統計，並給出全部節點的結果。缺測數按採集間隔推算。',
  noInitial: '沒有初始值的測點從首個讀數起統計。',
} satisfies Texts<typeof zh>;

export default texts;
