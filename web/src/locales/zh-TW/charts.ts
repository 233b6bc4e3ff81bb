import type { Texts } from '../resources';
import type zh from '../zh/charts';

const texts = {
  gap: '缺測 {{duration}}',
  before: '此前無資料',
  abnormal: '異常值 {{value}}',
  beyond: '{{level}} {{value}} 在圖外',
  duration: { days: '{{count}} 天', hours: '{{count}} 小時', minutes: '{{count}} 分鐘', seconds: '{{count}} 秒' },
  outOfRange: '超出量程（{{range}}）',
  /** 16 directions from north, clockwise. */
  compass: '北 北北東 東北 東北東 東 東南東 東南 南南東 南 南南西 西南 西南西 西 西北西 西北 北北西',
  flag: {
    invalid: '無效讀數',
    notComputed: '無法計算：溢位、除數為零或對數真數 ≤ 0',
    suspect: '標記為可疑',
    outOfRange: '超出量程',
    abnormal: '異常值',
    withdrawn: '已剔除',
    provisional: '待下一次讀數確認',
    timeFixed: '設備未帶時間，以接收時間為準',
    noTemp: '缺溫度，未作溫度修正',
    partial: '部分感測器缺測',
    interpolated: '沿用上一有效傾角',
    repeated: '讀數重複',
    manual: '人工輸入',
    replaced: '已由修正取代',
  },
} satisfies Texts<typeof zh>;

export default texts;
