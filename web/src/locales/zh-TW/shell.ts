import type { Texts } from '../resources';
import type zh from '../zh/shell';

const texts = {
  'menu': {
    'name': '選單',
    'home': '首頁',
    'projects': '專案列表',
    'projectScreen': '專案大屏',
    'dataView': '資料檢視',
    'alerts': '告警',
    'reports': '報表',
    'reportProject': '專案報告',
    'reportExport': '斷面報表',
    'inspection': '巡檢',
    'devices': '設備管理',
    'projectConsole': '專案管理',
    'corporation': '企業管理',
    'users': '使用者管理',
    'roles': '角色管理',
    'userGroups': '使用者群組管理',
    'operationLogs': '操作日誌',
    'license': '授權許可',
    'software': '韌體管理',
    'corporations': '企業列表',
    'currentProject': '目前專案',
    'system': '系統管理',
  },
  'bar': {
    'home': '首頁',
    'projects': '專案',
    'data': '資料',
    'alerts': '告警',
  },
  'sidebar': {
    'collapse': '收合側欄',
    'expand': '展開側欄',
  },
  'picker': {
    'choose': '選擇專案',
    'search': '搜尋專案',
    'none': '沒有相符的專案',
  },
  'search': {
    'title': '搜尋',
    'placeholder': '搜尋專案、測點、設備',
    'none': '沒有相符的結果',
  },
  'bell': {
    'title': '通知',
    'name': '通知，{{count}} 則未讀',
    'empty': '暫無通知',
  },
  'user': {
    'profile': '個人中心',
    'theme': '主題',
    'themes': {
      'default': '深色（預設）',
      'white': '淺色',
    },
    'signOut': '登出',
    'signOutTitle': '登出帳號 {{name}}',
    'signOutText': '再次使用需要重新登入',
  },
  'expired': {
    'title': '登入已過期',
    'text': '登入已過期，重新登入後回到此頁',
  },
  'help': {
    'inside': '正在協助 {{name}}，{{time}} 結束',
    'looking': '唯讀：該企業的管理員未允許修改',
    'editing': '可修改專案資料，人員與企業設定除外',
    'leave': '結束協助',
    'ended': '協助已結束',
  },
  'license': {
    'missing': '尚未註冊：不能新增測點和設備，資料接收和告警不受影響',
    'expired': '授權已到期：不能新增測點和設備，資料接收和告警不受影響',
    'foreign': '授權屬於另一套安裝：不能新增測點和設備，資料接收和告警不受影響',
    'open': '檢視授權',
  },
  'platformView': '平台',
  'language': '語言',
  'corporationView': '企業視圖',
  'leaveProject': '離開專案',
  'skip': '跳到正文',
  'simplePassword': '密碼過於簡單，儘快修改',
  'simplePasswordChange': '修改密碼',
  'notFound': '頁面不存在',
  'notFoundHint': '網址有誤，或沒有檢視它的權限',
} satisfies Texts<typeof zh>;

export default texts;
