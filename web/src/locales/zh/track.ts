const texts = {
  unavailable: '测点轨迹不可用',
  details: '定位详情',
  now: '当前定位',
  heading: '航向',
  resting: '静止',
  moved: '移动距离',
  speedName: '速度',
  height: '高程',
  lat: '纬度',
  lon: '经度',
  fence: '电子围栏',
  fenceOf: '围栏 {{reach}} m',
  inside: '围栏内，距边界 {{far}}',
  outside: '超出围栏 {{far}}',
  fromCenter: '距围栏中心',
  start: '起点',
  end: '终点',
  here: '回放位置',
  map: '{{point}} 轨迹地图',
  sentence:
    '{{point}} 轨迹，{{from}} 至 {{to}} 共 {{count}} 个定位；最后移动距离 {{moved}} m，速度 {{speed}} m/s，{{level}}',
  speed: '回放速度',
  pace: '每秒回放 {{text}}',
  position: '定位 {{no}} / {{count}}',
  slider: '回放时间',
  next: '下一个定位',
  stops: '停留 {{count}} 次',
  stopRule: '20 m 内超过 30 分钟',
  noStops: '此时段没有停留',
  no: '序号',
  from: '开始',
  lasts: '时长',
  cut: '定位过多，仅显示 {{time}} 以来的 {{count}} 个',
  poor: '{{count}} 个定位的 HDOP 超过 {{limit}}，已隐藏',
  other: '{{count}} 个定位速度过快或无效，已隐藏',
  datum: '坐标为 WGS-84',
  datumOnline: '坐标为 WGS-84，在线底图为 CGCS2000，无需转换',
};

export default texts;

declare module '../resources' {
  interface Resources {
    track: typeof texts;
  }
}
