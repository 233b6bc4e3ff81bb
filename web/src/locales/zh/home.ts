const texts = {
  'title': '首页',
  'strip': {
    'name': '总览',
    'projects': '项目',
    'structures': '结构物',
    'points': '测点',
    'alerts': '未处理告警',
    'alertsUnit': '条',
    'fresh': '数据及时率',
    'online': '设备在线',
  },
  'map': {
    'label': '项目地图，{{count}} 个项目，右侧列表与之相同',
  },
  'list': {
    'title': '项目',
    'order': '排序',
    'orders': {
      'level': '按等级',
      'share': '按控制值',
      'time': '按数据时间',
    },
    'headName': '项目 / 最不利测点',
    'headSpark': '近 30 天',
    'headValue': '测值',
    'headTime': '数据时间',
    'worst': '{{point}} {{measurement}}',
    'noPoint': '没有测点',
    'points': '{{count}} 测点',
    'failed': '加载项目列表失败',
    'empty': '还没有项目',
    'emptyHint': '在项目列表中新建',
  },
  'alerts': {
    'title': '未处理告警',
    'all': '全部 {{count}} 条',
    'failed': '加载告警失败',
    'none': '没有未处理的告警',
  },
  'storage': {
    'lag': '数据入库滞后 {{count}} 秒，检查磁盘与负载',
    'scarce': '磁盘只剩 {{free}}',
    'full': '磁盘剩余 {{free}}，预计 {{day}} 写满',
  },
};

export default texts;
