import type { Texts } from '../resources';
import type zh from '../zh/presets';

const texts = {
  title: '預設組',
  failed: '載入預設組失敗，重試',
  loading: '正在載入',
  none: '沒有預設組',
  of: '{{name}}（{{owner}}）',
  save: '將目前設定存為預設組',
  manage: '管理預設組',
  manageTitle: '本檢視的預設組',
  name: '預設組名稱',
  nameNeeded: '填寫預設組名稱',
  hint: '儲存時間範圍、數值類型、顯示內容等；適用於同類設備的測點',
  share: '與企業內所有人共享',
  edit: '重新命名與共享',
  shared: '企業共享·{{owner}}',
  private: '僅自己可用',
  replace: '替換為目前設定',
  delete: '刪除「{{name}}」',
  previousPoint: '上一測點',
  nextPoint: '下一測點',
} satisfies Texts<typeof zh>;

export default texts;
