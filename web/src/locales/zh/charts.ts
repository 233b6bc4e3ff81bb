const texts = {
  gap: '缺测 {{duration}}',
  before: '此前无数据',
  abnormal: '异常值 {{value}}',
  beyond: '{{level}} {{value}} 在图外',
  duration: { days: '{{count}} 天', hours: '{{count}} 小时', minutes: '{{count}} 分钟', seconds: '{{count}} 秒' },
  outOfRange: '超出量程（{{range}}）',
  /** 16 directions from north, clockwise. */
  compass: '北 北东北 东北 东东北 东 东东南 东南 南东南 南 南西南 西南 西西南 西 西西北 西北 北西北',
  flag: {
    invalid: '无效读数',
    notComputed: '无法计算：溢出、除数为零或对数真数 ≤ 0',
    suspect: '标记为可疑',
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
