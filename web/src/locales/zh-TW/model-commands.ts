import type { Texts } from '../resources';
import type zh from '../zh/model-commands';

const texts = {
  hint: '所有設備都有的指令之外的指令，顯示在該型號每台設備的「指令」頁',
  new: '新指令',
  add: '新增指令',
  code: '編碼',
  form: '形式',
  forms: { hex: '位元組（十六進位）', text: '文字', named: '具名指令（JSON）' },
  timeout: '逾時（秒）',
  label: '名稱',
  send: '傳送內容',
  places: {
    hex: '位元組與佔位：{address}、{參數:u16}（u8、i8、u16、i16、u32、i32、f32；加 le 為低位元組在前）、{crc16}、{sum:1}',
    text: '字元與佔位：{address}、{參數:4} 表示 4 位小數、\\r、\\n',
    named: '指令名稱；參數作為指令的參數傳送',
  },
  answer: '預期回覆',
  anyAnswer: '不限；?? 為任意位元組，* 為其餘任意內容',
  param: '參數 {{no}}',
  addParam: '新增參數',
  name: '佔位名稱',
  unit: '單位',
  min: '最小值',
  max: '最大值',
  default: '預設值',
  factor: '傳送倍數',
  value: '取值',
  meaning: '含義',
  addChoice: '新增選項',
} satisfies Texts<typeof zh>;

export default texts;
