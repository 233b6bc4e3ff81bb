const texts = {
  'title': '拓扑',
  'of': '查看方式',
  'devices': {
    'title': '设备拓扑',
    'search': '搜索设备、序列号、测点',
    'failed': '加载设备拓扑失败',
    'empty': '暂无设备',
    'emptyHint': '在设备管理中新增设备并绑定测点',
    'tree': '设备拓扑树',
    'graph': '设备拓扑图，{{count}} 个节点，与左侧树相同',
  },
  'structures': {
    'title': '项目树',
    'search': '搜索结构物、测点',
    'failed': '加载项目树失败',
    'empty': '暂无结构物',
    'emptyHint': '在项目管理中新增结构物和测点',
    'tree': '项目树',
    'graph': '项目树图，{{count}} 个节点，与左侧树相同',
  },
  'deviceCount': '{{number}} 台设备',
  'offline': '{{count}} 台离线',
  'faulty': '{{count}} 台异常',
  'structure': '查看结构物',
  'hits': '第 {{at}} 处，共 {{count}} 处',
  'noHits': '没有匹配',
  'openAll': '全部展开',
  'closeAll': '全部收起',
  'channel': '通道 {{no}}',
  'loose': '未绑定设备的测点',
  'points': '{{number}} 测点',
  'up': '上移',
  'down': '下移',
  'curve': '查看曲线',
  'device': '查看设备',
};

export default texts;

declare module '../resources' {
  interface Resources {
    topology: typeof texts;
  }
}
