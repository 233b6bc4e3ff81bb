import type { Texts } from '../resources';
import type zh from '../zh/home';

const texts = {
  'title': '首頁',
  'strip': {
    'name': '總覽',
    'judged': '已判定測點',
    'projects': '專案',
    'structures': '結構物',
    'alerts': '未處理告警',
    'alertsUnit': '筆',
    'fresh': '資料及時率',
    'complete': '24 h 資料完整率',
    'online': '設備線上或休眠',
  },
  'map': {
    'label': '專案地圖，{{count}} 個專案，與右側列表相同',
  },
  'setup': { begun: '首次設定：分八步，從空系統到首筆判定結果', resume: '繼續設定' },
  'list': {
    'setUp': '開始設定',
    'title': '專案',
    'order': '排序',
    'orders': {
      'level': '依等級',
      'share': '依控制值',
      'time': '依資料時間',
    },
    'headName': '專案 / 最不利測點',
    'headSpark': '近 30 天',
    'headValue': '測值',
    'headTime': '資料時間',
    'worst': '{{point}} {{measurement}}',
    'noPoint': '沒有測點',
    'points': '{{count, number}} 測點',
    'failed': '載入專案列表失敗',
    'empty': '尚無專案',
    'emptyHint': '先新增專案，再新增結構物、設備和測點',
    'askHint': '尚無可檢視的專案，聯絡管理員加入專案',
  },
  'alerts': {
    'title': '未處理告警',
    'all': '全部 {{count}} 筆',
    'failed': '載入告警失敗',
    'none': '沒有未處理的告警',
  },
  'insights': {
    'title': '統計',
    'trend': '告警趨勢',
    'structures': '結構物',
    'points': '監測項',
    'health': '設備健康',
    'trendFailed': '載入告警趨勢失敗',
    'trendTotal': '近 {{days}} 天產生 {{count}} 筆告警',
    'day': '日期',
    'count': '數量',
    'none': '尚無資料',
    'structureType': '結構物類型',
    'measurement': '監測項',
    'inContact': '線上或休眠',
    'deviceType': '設備類型',
    'healthFailed': '載入設備健康狀況失敗',
    'noDevices': '尚無設備',
  },
  'storage': {
    'lag': '資料入庫延遲 {{count}} 秒，檢查磁碟與系統負載',
    'scarce': '磁碟空間僅剩 {{free}}',
    'full': '磁碟空間剩餘 {{free}}，預計 {{day}} 寫滿',
  },
} satisfies Texts<typeof zh>;

export default texts;
