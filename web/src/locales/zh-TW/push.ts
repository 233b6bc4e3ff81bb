import type { Texts } from '../resources';
import type zh from '../zh/push';

const texts = {
  title: '瀏覽器推播',
  why: '告警規則的管道包含「瀏覽器推播」時，訊息傳送到這裡開啟的所有瀏覽器，瀏覽器在背景也能收到。訊息經瀏覽器廠商的推播服務轉送，內容已加密，僅該瀏覽器能讀取。',
  failed: '載入瀏覽器失敗',
  subscribe: '在此瀏覽器接收',
  full: '每個帳號最多 {{max}} 個瀏覽器，先移除一個',
  browser: '瀏覽器',
  here: '目前瀏覽器',
  service: '推播服務',
  created: '開啟時間',
  used: '上次送達推播服務',
  answer: '上次結果',
  enable: '接收',
  enableOf: '在 {{name}} 接收',
  actions: '操作',
  test: '測試',
  remove: '移除',
  removed: '瀏覽器已移除',
  removeTitle: '移除 {{name}}？',
  removeText: '該瀏覽器不再收到告警訊息，告警規則改用後一管道。',
  taken: '{{host}} 已接收測試訊息，瀏覽器應隨即顯示；未顯示時檢查系統的通知設定。',
  outcome: { sent: '已接收', failed: '失敗', unknown: '未知' },
  reason: {
    gone: '瀏覽器已在 {{host}} 取消訂閱，已從清單移除，可重新開啟。',
    forbidden: '{{host}} 在內部網路，維運人員未開放（--allow-net）。',
    unreachable: '伺服器無法連線 {{host}}，請維運人員放行到該主機的 https 對外連線。',
    refused: '{{host}} 拒絕了訊息。',
    busy: '{{host}} 暫時無法使用，稍後再試。',
  },
  obstacle: {
    insecure:
      '瀏覽器推播需要 https。目前位址為 {{origin}}，請維運人員設定憑證（--tls-cert）或反向代理，再用 https 開啟本頁。',
    unsupported: '此瀏覽器不支援推播。iPhone 和 iPad 須先將本頁加入主畫面，再從主畫面開啟。',
    denied: '此瀏覽器已禁止 {{origin}} 傳送通知。在網址列的網站設定中允許通知，再重新整理本頁。',
    off: '維運人員已關閉瀏覽器推播（--no-push）。規則中的瀏覽器推播改用後一管道。',
    notPermitted: '瀏覽器未允許通知，未開啟。再按一次並選擇「允許」。',
    noService: '瀏覽器無法連線廠商的推播服務，未開啟：{{message}}。推播需要此電腦能連上網際網路，且不能使用無痕視窗。',
  },
} satisfies Texts<typeof zh>;

export default texts;
