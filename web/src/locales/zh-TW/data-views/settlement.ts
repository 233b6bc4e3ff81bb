import type { Texts } from '../../resources';
import type zh from '../../zh/data-views/settlement';

const texts = {
  settlement: {
    mode: '累積方式',
    sum: '沿線累積',
    bySegment: '逐段',
    segmentOf: '{{field}}逐段變化',
    boundary: '固定端',
    near: '近端固定',
    far: '遠端固定',
    both: '兩端按水準',
    slope: '差異沉降',
    chainage: '里程',
    distance: '距近端 (m)',
    unsurveyed: '公式參數中沒有兩端的水準沉降，按近端固定顯示',
    sentence:
      '{{point}} {{what}}沿線曲線，{{count}} 個時刻，{{time}} 最大 {{max}} {{unit}}，距近端 {{place}} m，等級{{level}}',
  },
  line: {
    settlement: '沉降',
    level: '液位',
    difference: '與基準液位差',
    vessel: '測點',
    vessels: '靜力水準測點',
    reference: '基準',
    referenceHead: '{{name}}（基準）',
    referenceOf: '參考點',
    stored: '依設定的基準',
    against: '相對 {{name}}',
    chosen: '{{count}} 條過程線',
    process: '過程線',
    refill: '需補液',
    silent: '無讀數',
    skipped: '略過 {{count}} 個時刻：各測點讀數相差超過 {{minutes}} 分鐘',
    silentOnes: '該時間範圍內無讀數：{{names}}',
    allSkipped: '該時間範圍內沒有各測點同步的讀數',
    tooLong: '過程線最多顯示 30 天，縮短時間範圍後可檢視',
    savePicture: '匯出過程線圖',
    sentence: '沿線沉降，{{count}} 個時刻，{{time}} 最大在 {{name}}，{{value}} {{unit}}',
    linesSentence: '{{count}} 個測點的沉降過程線，{{range}}',
    content: '顯示內容',
  },
} satisfies Texts<typeof zh>;

export default texts;
