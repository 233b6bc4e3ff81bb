const texts = {
  'layers': '底图',
  'layer': { 'vec': '矢量图', 'img': '卫星图', 'ter': '地形图' },
  'failing': '在线地图暂不可用，已切换为离线底图',
  'retry': '重试',
  'search': '搜索地点、测点或坐标',
  'searchHere': '搜索名称或坐标',
  'ours': '本系统',
  'typed': '坐标',
  'places': '地点',
  'nothing': '没有找到“{{text}}”',
  'nothingOffline': '没有名为“{{text}}”的标记；离线底图不含地名，可输入坐标',
  'searchFailed': '搜索失败',
  'kind': { 'project': '项目', 'structure': '结构物', 'point': '测点' },
  'coordinate': {
    'longitude': '经度',
    'latitude': '纬度',
    'longitudeFormat': '格式为 DDD:MM:SS.SSSSSSE 或 W，不超过 180 度',
    'latitudeFormat': '格式为 DD:MM:SS.SSSSSSN 或 S，不超过 90 度',
    'both': '经度和纬度须同时填写',
  },
  'pick': {
    'open': '在地图上选择',
    'close': '收起地图',
    'hint': '点击地图放置标记，也可拖动标记；使用键盘时，用方向键移动地图，再放在地图中心',
    'center': '放在地图中心',
    'clear': '清除位置',
    'show': '显示标记',
    'map': '用于选择位置的地图',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    map: typeof texts;
  }
}
