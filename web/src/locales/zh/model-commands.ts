const texts = {
  hint: '所有设备都有的指令之外的指令，显示在该型号每台设备的“指令”页',
  new: '新指令',
  add: '添加指令',
  code: '编码',
  form: '形式',
  forms: { hex: '字节（十六进制）', text: '文本', named: '具名指令（JSON）' },
  timeout: '超时（秒）',
  label: '名称',
  send: '发送内容',
  places: {
    hex: '字节与占位：{address}、{参数:u16}（u8、i8、u16、i16、u32、i32、f32；加 le 为低字节在前）、{crc16}、{sum:1}',
    text: '字符与占位：{address}、{参数:4} 表示 4 位小数、\\r、\\n',
    named: '指令名；参数作为指令的参数发送',
  },
  answer: '期望应答',
  anyAnswer: '不限；?? 为任意字节，* 为其余任意内容',
  param: '参数 {{no}}',
  addParam: '添加参数',
  name: '占位名',
  unit: '单位',
  min: '最小值',
  max: '最大值',
  default: '默认值',
  factor: '发送倍数',
  value: '取值',
  meaning: '含义',
  addChoice: '添加选项',
};

export default texts;

declare module '../resources' {
  interface Resources {
    'model-commands': typeof texts;
  }
}
