import type { Texts } from '../resources';
import type zh from '../zh/forms';

const texts = {
  was: '原 {{value}}',
  tooLong: '最多 {{max}} 個字元，目前 {{count}} 個',
  unsaved: { title: '有未儲存的變更', hint: '離開後未儲存的變更將會遺失。', go: '放棄變更', stay: '繼續編輯' },
  picture: { choose: '選擇圖片', change: '更換圖片', remove: '移除圖片' },
  project: {
    create: '新增專案',
    name: '專案名稱',
    nameNeeded: '填寫專案名稱',
    address: '地址',
    longitude: '經度',
    latitude: '緯度',
    zone: '時區',
    language: '通知與報表語言',
    remarks: '備註',
    useStructure: '依結構物顯示告警等級',
    picture: '專案圖片',
  },
} satisfies Texts<typeof zh>;

export default texts;
