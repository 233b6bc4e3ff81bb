const texts = {
  'title': '首页',
  'strip': {
    'name': '总览',
    'judged': '已判定测点',
    'projects': '项目',
    'structures': '结构物',
    'alerts': '未处理告警',
    'alertsUnit': '条',
    'fresh': '数据及时率',
    'complete': '24 h 数据完整率',
    'online': '设备在线或休眠',
  },
  'map': {
    'label': '项目地图，{{count}} 个项目，与右侧列表相同',
  },
  'setup': { begun: '首次配置：分八步，从空系统到首条判定结果', resume: '继续配置' },
  'list': {
    'setUp': '开始配置',
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
    'points': '{{count, number}} 测点',
    'failed': '加载项目列表失败',
    'empty': '暂无项目',
    'emptyHint': '先新增项目，再新增结构物、设备和测点',
    'askHint': '暂无可查看的项目，联系管理员加入项目',
  },
  'alerts': {
    'title': '未处理告警',
    'all': '全部 {{count}} 条',
    'failed': '加载告警失败',
    'none': '没有未处理的告警',
  },
  'insights': {
    'title': '统计',
    'trend': '告警趋势',
    'structures': '结构物',
    'points': '监测项',
    'health': '设备健康',
    'trendFailed': '加载告警趋势失败',
    'trendTotal': '近 {{days}} 天产生 {{count}} 条告警',
    'day': '日期',
    'count': '数量',
    'none': '暂无数据',
    'structureType': '结构物类型',
    'measurement': '监测项',
    'inContact': '在线或休眠',
    'deviceType': '设备类型',
    'healthFailed': '加载设备健康状况失败',
    'noDevices': '暂无设备',
  },
  'storage': {
    'lag': '数据入库滞后 {{count}} 秒，检查磁盘与系统负载',
    'scarce': '磁盘空间仅剩 {{free}}',
    'full': '磁盘空间剩余 {{free}}，预计 {{day}} 写满',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    home: typeof texts;
  }
}
