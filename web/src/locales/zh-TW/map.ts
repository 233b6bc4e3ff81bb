import type { Texts } from '../resources';
import type zh from '../zh/map';

const texts = {
  'layers': '底圖',
  'layer': { 'vec': '向量圖', 'img': '衛星圖', 'ter': '地形圖' },
  'failing': '線上地圖暫時無法使用，已切換為離線底圖',
  'retry': '重試',
  'search': '搜尋地點、測點或座標',
  'searchHere': '搜尋名稱或座標',
  'ours': '本系統',
  'typed': '座標',
  'places': '地點',
  'nothing': '找不到「{{text}}」',
  'nothingOffline': '沒有名為「{{text}}」的標記；離線底圖不含地名，可輸入座標',
  'searchFailed': '搜尋失敗',
  'kind': { 'project': '專案', 'structure': '結構物', 'point': '測點' },
  'coordinate': {
    'longitude': '經度',
    'latitude': '緯度',
    'longitudeFormat': '格式為 DDD:MM:SS.SSSSSSE 或 W，不超過 180 度',
    'latitudeFormat': '格式為 DD:MM:SS.SSSSSSN 或 S，不超過 90 度',
    'both': '經度和緯度須同時填寫',
  },
  'pick': {
    'open': '在地圖上選擇',
    'close': '收合地圖',
    'hint': '點選地圖放置標記，也可拖曳標記；使用鍵盤時，用方向鍵移動地圖，再放在地圖中心',
    'center': '放在地圖中心',
    'clear': '清除位置',
    'show': '顯示標記',
    'map': '用於選擇位置的地圖',
  },
} satisfies Texts<typeof zh>;

export default texts;
