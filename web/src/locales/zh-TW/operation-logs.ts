import type { Texts } from '../resources';
import type zh from '../zh/operation-logs';

const texts = {
  title: '操作日誌',
  detail: '操作詳細資料',
  failed: '載入操作日誌失敗',
  none: '尚無操作日誌',
  noneMatch: '沒有符合條件的操作',
  search: '對象、操作人、IP、專案',
  allProjects: '全部專案',
  allScopes: '全部對象',
  allActions: '全部操作',
  allResults: '全部結果',
  from: '起始時間',
  to: '截止時間',
  export: '匯出 CSV',
  thing: '對象',
  client: '用戶端',
  unknownAccount: '未知帳號',
  onlyAccount: '只看此帳號',
  onlyThing: '只看此對象',
  noChanges: '欄位無變更',
  changes: '變更 {{count}} 項',
  field: '欄位',
  before: '變更前',
  after: '變更後',
  refusedBecause: '已拒絕：{{reason}}',
  result: { done: '成功', refused: '已拒絕' },
  column: {
    time: '時間',
    account: '操作人',
    action: '操作',
    scope: '對象類型',
    content: '對象與變更',
    ip: 'IP 位址',
    result: '結果',
  },
} satisfies Texts<typeof zh>;

export default texts;
