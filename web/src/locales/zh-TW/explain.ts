import type { Texts } from '../resources';
import type zh from '../zh/explain';

const texts = {
  title: '數值由來',
  raw: '原始讀數',
  allRaw: '檢視全部原始讀數',
  partSteps: '分段計算',
  allSteps: '檢視全部計算步驟',
  source: '來源',
  channel: '{{device}} 通道 {{no}}',
  measuredAt: '量測時間',
  receivedAt: '接收時間',
  revision: '原值，{{time}} 收到',
  settings: '採用的設定',
  since: '自 {{time}}',
  always: '始終有效',
  initial: '初始值',
  validFrom: '{{time}} 起有效',
  noInitial: '沒有初始值',
  corrections: '修正·{{count}} 項',
  noCorrections: '沒有修正',
  result: '結果',
  toNext: '距{{level}} {{limit}} 還有 {{distance}}',
  noThreshold: '未設閾值，不作判定',
  kind: { withdraw: '撤下資料', shift: '位移修正', topshift: '頂部修正', initshift: '初值修正', replace: '取代數值' },
  aspect: {
    binding: '綁定',
    formula: '公式',
    initial: '初始值',
    processor: '解算參數',
    collect: '採集設定',
    thresholds: '閾值',
    coefficients: '標定係數',
    geometry: '幾何',
    connection: '接入通道',
    channels: '通道設定',
    basic: '設備設定',
    gdmAngle: '閘道初始傾角',
  },
  reason: { other: '沒有結果：{{key}}' },
} satisfies Texts<typeof zh>;

export default texts;
