import type { Texts } from '../resources';
import type zh from '../zh/marks';

const texts = {
  mark: '標註',
  choose: '在圖上拖選一段時間，或點選一次讀數',
  enter: '輸入起訖時間',
  leave: '結束標註',
  title: '標註',
  edit: '編輯註記',
  what: '標註類型',
  kind: { note: '註記', suspect: '存疑', withdraw: '剔除', shift: '位移修正' },
  hint: {
    note: '寫明這段時間發生了什麼，隨測點保留並列印在報表中',
    suspect: '讀數保留並參與計算，但分析時不採用',
    withdraw: '讀數不再參與計算、告警和統計，原始資料保留',
    shift: '從開始時間起，累計變化加上修正量',
  },
  from: '開始時間',
  to: '結束時間',
  field: '監測量',
  allFields: '全部監測量',
  amount: '修正量',
  text: '註記內容',
  reason: '原因',
  order: '結束時間不能早於開始時間',
  save: '儲存',
  preview: '預覽',
  noteHint: '註記不改變任何結果',
  list: '所選範圍內的註記與修正',
  more: '注記較多，圖表與列表只含最近的 {{count}} 條，縮短時間範圍可查看更早的',
  change: '編輯',
  withdraw: '撤回',
  withdrawTitle: '撤回這條註記？',
  withdrawHint: '圖表和報表不再顯示該註記，歷史記錄保留',
  history: '已修改{{count}}次',
  line: '註記 {{point}}，{{span}}：{{text}}',
  moreLine: '更早的注記未列出，以上為最近 {{count}} 條',
} satisfies Texts<typeof zh>;

export default texts;
