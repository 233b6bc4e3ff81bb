import type { Texts } from '../resources';
import type zh from '../zh/notifications';

const texts = {
  title: '通知',
  detail: '通知詳情',
  search: '搜尋通知',
  unread: '未讀',
  unreadOnly: '只看未讀',
  read: '標為已讀',
  readAll: '全部標為已讀',
  selected: '已選 {{count}} 則',
  clear: '清除',
  none: '暫無通知',
  noUnread: '沒有未讀通知',
  failed: '通知載入失敗',
  toAlert: '檢視告警',
  deleteTitle: '刪除 {{count}} 則通知',
  deleteHint: '只從本帳號的列表裡移除，他人仍可看到',
  column: { title: '標題', time: '時間' },
} satisfies Texts<typeof zh>;

export default texts;
