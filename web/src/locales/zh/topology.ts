const texts = {
  'title': '设备拓扑',
  'search': '搜索设备、测点',
  'hits': '{{count}} 处匹配',
  'openAll': '全部展开',
  'closeAll': '全部收起',
  'failed': '加载设备拓扑失败',
  'empty': '还没有设备',
  'emptyHint': '在设备管理中添加设备并绑定测点',
  'tree': '设备拓扑树',
  'graph': '设备拓扑图，{{count}} 个节点，左侧树与之相同',
  'channel': '通道 {{no}}',
  'loose': '未绑定设备的测点',
  'points': '{{number}} 测点',
  'up': '上移',
  'down': '下移',
  'curve': '查看曲线',
  'device': '查看设备',
};

export default texts;
