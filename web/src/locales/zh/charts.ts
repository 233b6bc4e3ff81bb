const texts = {
  gap: '缺测 {{duration}}',
  before: '此前无数据',
  abnormal: '异常值 {{value}}',
  beyond: '{{level}} {{value}} 在图外',
  duration: { days: '{{count}} 天', hours: '{{count}} 小时', minutes: '{{count}} 分钟', seconds: '{{count}} 秒' },
  outOfRange: '超出量程（{{range}}）',
  compass: {
    n: '北',
    nne: '北东北',
    ne: '东北',
    ene: '东东北',
    e: '东',
    ese: '东东南',
    se: '东南',
    sse: '南东南',
    s: '南',
    ssw: '南西南',
    sw: '西南',
    wsw: '西西南',
    w: '西',
    wnw: '西西北',
    nw: '西北',
    nnw: '北西北',
  },
  flag: {
    invalid: '无效读数',
    notComputed: '无法计算：溢出、除数为零或对数真数 ≤ 0',
    outOfRange: '超出量程',
    abnormal: '异常值',
    withdrawn: '已剔除',
    provisional: '待下一次读数确认',
    timeFixed: '设备未带时间，以接收时间为准',
    noTemp: '缺温度，未作温度修正',
    partial: '部分传感器缺测',
    interpolated: '沿用上一有效倾角',
    repeated: '读数重复',
    manual: '人工录入',
    replaced: '已由修正替换',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    charts: typeof texts;
  }
}
