import type { Texts } from '../resources';
import type zh from '../zh/session';

const texts = {
  'title': '登入',
  'account': '帳號',
  'accountHint': '帳號、電子郵件或手機號碼',
  'password': '密碼',
  'remember': '記住我',
  'submit': '登入',
  'accountEmpty': '帳號不能為空',
  'passwordEmpty': '密碼不能為空',
  'failed': '登入失敗，重新登入',
  'retryAfter': '{{count}} 秒後可重試',
  'slogan1': '毫釐之動',
  'slogan2': '先知於形',
  'platform': '結構與岩土安全監測平台',
  'background': '背景：15 節點陣列位移計 11 天的讀數，每次讀數一條線',
  'terms': '登入即表示同意',
  'termsLink': '服務條款與隱私政策',
  'termsTitle': '服務條款與隱私政策',
  'termsText': {
    'data': '監測資料、設定和操作紀錄儲存在部署本平台的伺服器上，只供所屬企業授權的人檢視。',
    'account': '帳號由企業管理員開通和停用，全部操作記入操作日誌。',
    'browser': '瀏覽器只儲存登入憑證、主題、語言和介面狀態，不使用追蹤技術，不連線外部網站。',
  },
  'language': '語言',
} satisfies Texts<typeof zh>;

export default texts;
