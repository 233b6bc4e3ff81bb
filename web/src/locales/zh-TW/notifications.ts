import type { Texts } from '../resources';
import type zh from '../zh/notifications';

const texts = {
  title: '通知',
  detail: '通知詳細資料',
  search: '搜尋通知',
  unread: '未讀',
  read: '標為已讀',
  readAll: '全部標為已讀',
  selected: '已選 {{count}} 則',
  clear: '取消選取',
  none: '尚無通知',
  noneHint: '測值達到門檻值或設備發生故障時，在此顯示通知',
  toAlerts: '檢視告警',
  noneMatch: '沒有符合條件的通知',
  state: { label: '依是否已讀篩選', all: '全部', unread: '未讀', read: '已讀' },
  kind: {
    label: '通知類型',
    all: '全部類型',
    raised: '新告警',
    escalated: '告警升級',
    restored: '告警恢復',
    reopened: '恢復已撤銷',
    assigned: '指派給我',
    overdue: '預警逾時未回應',
    incident: '事件指派給我',
    drill: '演練未驗證',
    healthRaised: '設備故障',
    healthRestored: '設備恢復',
    help: '維運協助',
  },
  failed: '載入通知失敗',
  toAlert: '檢視告警',
  toIncident: '檢視告警事件',
  toHelp: '檢視協助紀錄',
  toDrills: '檢視演練',
  deleteTitle: '刪除 {{count}} 則通知？',
  deleteHint: '僅從本帳號的列表中移除，其他人仍可看到',
  column: { title: '標題', time: '時間' },
} satisfies Texts<typeof zh>;

export default texts;
