import type { Texts } from '../resources';
import type zh from '../zh/track';

const texts = {
  unavailable: '測點軌跡無法使用',
  details: '定位詳情',
  now: '目前定位',
  heading: '航向',
  resting: '靜止',
  moved: '移動距離',
  speedName: '速度',
  height: '高程',
  lat: '緯度',
  lon: '經度',
  fence: '電子圍籬',
  fenceOf: '圍籬 {{reach}} m',
  inside: '圍籬內，距邊界 {{far}}',
  outside: '超出圍籬 {{far}}',
  fromCenter: '距圍籬中心',
  start: '起點',
  end: '終點',
  here: '回放位置',
  map: '{{point}} 軌跡地圖',
  sentence:
    '{{point}} 軌跡，{{from}} 至 {{to}} 共 {{count}} 個定位；最後移動距離 {{moved}} m，速度 {{speed}} m/s，{{level}}',
  speed: '回放速度',
  pace: '每秒回放 {{text}}',
  position: '定位 {{no}} / {{count}}',
  slider: '回放時間',
  next: '下一個定位',
  stops: '停留 {{count}} 次',
  stopRule: '20 m 內超過 30 分鐘',
  noStops: '此時段沒有停留',
  no: '序號',
  from: '開始',
  lasts: '時長',
  cut: '定位過多，僅顯示 {{time}} 以來的 {{count}} 個',
  poor: '{{count}} 個定位的 HDOP 超過 {{limit}}，已隱藏',
  other: '{{count}} 個定位速度過快或無效，已隱藏',
  datum: '座標為 WGS-84',
  datumOnline: '座標為 WGS-84，線上底圖為 CGCS2000，無需轉換',
} satisfies Texts<typeof zh>;

export default texts;
