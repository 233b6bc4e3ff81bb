import type { Texts } from '../resources';
import type zh from '../zh/charts';

const texts = {
  gap: '缺測 {{duration}}',
  before: '此前無資料',
  abnormal: '異常值 {{value}}',
  beyond: '{{level}} {{value}} 在圖外',
  duration: { days: '{{count}} 天', hours: '{{count}} 小時', minutes: '{{count}} 分鐘', seconds: '{{count}} 秒' },
  outOfRange: '超出量程（{{range}}）',
  compass: {
    n: '北',
    nne: '北北東',
    ne: '東北',
    ene: '東北東',
    e: '東',
    ese: '東南東',
    se: '東南',
    sse: '南南東',
    s: '南',
    ssw: '南南西',
    sw: '西南',
    wsw: '西南西',
    w: '西',
    wnw: '西北西',
    nw: '西北',
    nnw: '北北西',
  },
  flag: {
    invalid: '無效讀數',
    notComputed: '無法計算：溢位、除數為零或對數真數 ≤ 0',
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
