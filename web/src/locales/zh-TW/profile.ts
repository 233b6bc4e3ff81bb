import type { Texts } from '../resources';
import type zh from '../zh/profile';

const texts = {
  'title': '個人中心',
  'account': '帳號',
  'type': '帳號類型',
  'types': {
    'System': '平台帳號',
    'Admin': '企業管理員',
    'Normal': '專案管理員',
  },
  'displayName': '暱稱',
  'mobile': '手機號碼',
  'email': '電子郵件',
  'addresses': '電子郵件與手機號碼',
  'theme': '主題',
  'themes': {
    'default': '深色（預設）',
    'white': '淺色',
  },
  'language': '語言',
  'languageHint': '通知與訊息也使用此語言',
  'save': '儲存',
  'saved': '已儲存',
  'limit20': '最多 20 個字元',
  'empty': '不能為空',
  'info': '個人資訊',
  'password': {
    'title': '修改密碼',
    'old': '目前密碼',
    'new': '新密碼',
    'save': '修改密碼',
    'done': '密碼已修改，其他裝置上的登入已登出',
  },
} satisfies Texts<typeof zh>;

export default texts;
