import type { Texts } from '../resources';
import type zh from '../zh/surveys';

const texts = {
  import: '匯入測次',
  importTitle: '從檔案匯入測次',
  back: '返回測次清單',
  show: '檢視該測次',
  depth: '深度 m',
  incomplete: '選擇深度、A0 和 A180 所在的欄；B0、B180 選填',
  stationsOf: '{{count}} / {{total}}',
  doubtful: '離散超過 20 字',
  oneDirection: '僅單向讀數',
  singles: '{{count}} 個測點，採用最近已知的零偏',
  name: '名稱',
  operator: '觀測人',
  file: '下載上傳的檔案：{{name}}',
} satisfies Texts<typeof zh>;

export default texts;
