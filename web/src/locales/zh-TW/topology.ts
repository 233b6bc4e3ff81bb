import type { Texts } from '../resources';
import type zh from '../zh/topology';

const texts = {
  'title': '拓撲',
  'of': '檢視方式',
  'devices': {
    'title': '設備拓撲',
    'search': '搜尋設備、序號、測點',
    'failed': '載入設備拓撲失敗',
    'empty': '尚無設備',
    'emptyHint': '在設備管理中新增設備並綁定測點',
    'tree': '設備拓撲樹',
    'graph': '設備拓撲圖，{{count}} 個節點，與左側樹相同',
  },
  'structures': {
    'title': '專案樹',
    'search': '搜尋結構物、測點',
    'failed': '載入專案樹失敗',
    'empty': '尚無結構物',
    'emptyHint': '在專案管理中新增結構物和測點',
    'tree': '專案樹',
    'graph': '專案樹圖，{{count}} 個節點，與左側樹相同',
  },
  'deviceCount': '{{number}} 台設備',
  'offline': '{{count}} 台離線',
  'faulty': '{{count}} 台異常',
  'structure': '檢視結構物',
  'hits': '第 {{at}} 處，共 {{count}} 處',
  'noHits': '沒有相符',
  'openAll': '全部展開',
  'closeAll': '全部收合',
  'channel': '通道 {{no}}',
  'loose': '未綁定設備的測點',
  'points': '{{number}} 測點',
  'up': '上移',
  'down': '下移',
  'curve': '檢視曲線',
  'device': '檢視設備',
} satisfies Texts<typeof zh>;

export default texts;
