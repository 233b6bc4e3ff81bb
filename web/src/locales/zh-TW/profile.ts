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
  'theme': '主題',
  'themes': {
    'default': '深色（預設）',
    'white': '淺色',
  },
  'language': '語言',
  'languageHint': '通知與訊息也用此語言',
  'save': '儲存',
  'saved': '已儲存',
  'limit20': '限20個字元以內',
  'empty': '不能為空',
  'mobileFormat': '手機號碼為 11 位數字',
  'emailFormat': '電子郵件格式不正確',
  'info': '個人資訊',
  'password': {
    'title': '修改密碼',
    'old': '目前密碼',
    'new': '新密碼',
    'again': '再次輸入新密碼',
    'differs': '兩次輸入不一致',
    'save': '修改密碼',
    'done': '密碼已修改，其他裝置上的登入已登出',
    'rules': {
      'length': '8 到 16 個字元',
      'upper': '大寫字母',
      'lower': '小寫字母',
      'digit': '數字',
      'symbol': '符號',
      'repeat': '同一字元不連續出現三次',
    },
    'weak': '密碼格式不正確',
    'rulesName': '密碼規則',
    'met': '已滿足',
    'unmet': '未滿足',
  },
} satisfies Texts<typeof zh>;

export default texts;
