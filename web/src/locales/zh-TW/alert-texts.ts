import type { Texts } from '../resources';
import type zh from '../zh/alert-texts';

const texts = {
  title: '告警訊息範本',
  failed: '載入範本失敗',
  saved: '範本已儲存',
  link: '郵件、簡訊和群組訊息的文字',
  open: '編輯範本',
  language: '語言',
  hint: '專案依自己的語言使用這裡的文字。留空時使用產品內建的文字（灰色顯示）。已寫入通知記錄的訊息不變。',
  reset: '全部留空',
  placeholders: '預留位置：先點入文字方塊，再點預留位置插入',
  field: {
    subject: '郵件標題、群組訊息標題',
    opened: '內文：新告警、升級、恢復已撤銷',
    restored: '內文：恢復',
    sms: '簡訊：新告警、升級、恢復已撤銷',
    smsRestored: '簡訊：恢復',
    pushTitle: '推播標題',
    push: '推播：新告警、升級、恢復已撤銷',
    pushRestored: '推播：恢復',
  },
  placeholder: {
    platform: '平台名稱',
    project: '專案名稱',
    structure: '結構物名稱',
    item: '項名稱',
    point: '測點或設備名稱',
    place: '專案-結構物-測點，含陣列節點',
    heading: '事件和等級，如「升級為紅色告警」',
    what: '等級或設備故障',
    reason: '監測量、值和門檻值',
    quantity: '監測量',
    value: '值和單位',
    time: '讀數時間，含時區',
    rule: '告警規則名稱',
  },
  event: { raised: '新告警', escalated: '升級', reopened: '恢復已撤銷', restored: '恢復' },
  preview: {
    title: '預覽',
    none: '還沒有告警',
    noneHint: '有了告警後，可在此檢視訊息的實際樣子',
    alert: '告警',
    event: '事件',
    mail: '郵件、群組訊息',
    sms: '簡訊',
    push: '瀏覽器推播',
    length: '{{characters}} 個字元，{{segments}} 段，計費 {{billed}} 則',
    values: '阿里雲、騰訊雲範本的變數值',
  },
} satisfies Texts<typeof zh>;

export default texts;
