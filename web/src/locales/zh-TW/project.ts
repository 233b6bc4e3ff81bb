import type { Texts } from '../resources';
import type zh from '../zh/project';

const texts = {
  'list': {
    'create': '新增專案',
    'title': '專案列表',
    'search': '搜尋專案',
    'name': '專案',
    'address': '地址',
    'structures': '結構物',
    'points': '測點',
    'alerts': '未處理告警',
    'last': '資料時間',
    'level': '等級',
    'failed': '載入專案列表失敗',
    'empty': '沒有專案',
    'emptySearch': '沒有符合「{{name}}」的專案',
    'clear': '清除搜尋',
  },
  'screen': {
    'title': '專案大屏',
  },
  'structure': {
    'title': '結構物大屏',
  },
  'strip': {
    'name': '總覽',
    'alerts': '未處理告警',
    'alertsUnit': '筆',
    'fresh': '資料及時率',
    'online': '設備線上',
    'last': '最新資料',
  },
  'plan': {
    'values': '顯示數值',
    'draw': '繪製圖紙',
    'title': '平面圖',
    'of': '平面圖·{{name}}',
    'map': '地圖',
    'choose': '選擇視圖',
    'picture': '{{name}}平面圖',
    'points': '{{name}}的測點',
    'open': '開啟結構物',
    'mapLabel': '測點地圖，{{count}} 處',
    'failed': '載入測點位置失敗',
    'none': '測點還沒有位置',
    'noneHint': '在專案管理中填寫測點的座標或平面圖位置',
  },
  'measurements': {
    'title': '監測項',
    'hint': '最不利測點·紅色控制值',
    'points': '測點',
    'spark': '近 {{count}} 天',
    'worst': '最大測值',
    'control': '控制值',
    'failed': '載入監測項失敗',
  },
  'complete': {
    'title': '24 h 資料完整率',
    'hint': '每小時一格',
    'row': '{{name}} 24 小時資料完整率 {{share}}',
    'none': '還沒有資料',
    'failed': '載入資料完整率失敗',
  },
  'alerts': {
    'title': '最新告警',
    'all': '全部 {{count}} 筆',
    'failed': '載入告警失敗',
    'none': '沒有告警',
  },
  'points': {
    'title': '測點',
    'search': '搜尋測點',
    'failed': '載入測點失敗',
    'none': '沒有測點',
    'noneHint': '在專案管理中新增測點',
  },
} satisfies Texts<typeof zh>;

export default texts;
