import type { Texts } from '../resources';
import type zh from '../zh/known';

const texts = {
  label: '回看',
  hint: '按過去某一時刻已知的情況顯示資料：不含之後收到的讀數、之後記錄的修正和設定',
  time: '時點',
  choose: '選擇時點',
  apply: '回看',
  future: '只能選擇過去的時間',
  banner: '回看 {{time}} 時已知的資料，頁首為目前值',
  back: '回到目前',
  comparing: '正在與目前資料比較',
  same: '該測點在所選範圍內的結果此後沒有變化',
  changed: '該測點此後變化的結果：新增{{appeared}}、改變{{changed}}、消失{{vanished}}',
  show: '查看變化',
  title: '{{time}} 之後的變化',
  results: '結果',
  resultsHint: '所選範圍內最近的{{count}}筆變化',
  onlyFlags: '僅資料標記改變',
  column: '值',
  was: '當時',
  is: '現在',
  causes: '原因',
  noCauses: '此後沒有記錄修正或設定，變化來自晚到或重發的讀數',
  recorded: '記錄時間',
  effect: '生效自',
  what: '內容',
  note: '備註',
  takenBack: '{{what}}（已撤銷）',
} satisfies Texts<typeof zh>;

export default texts;
