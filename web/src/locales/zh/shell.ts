const texts = {
  'menu': {
    'name': '菜单',
    'home': '首页',
    'projects': '项目列表',
    'projectScreen': '项目大屏',
    'dataView': '数据查看',
    'alerts': '告警',
    'allAlerts': '全部告警',
    'activeAlerts': '{{count}} 条未处理',
    'reports': '报表',
    'reportProject': '项目报告',
    'reportExport': '断面报表',
    'inspection': '巡检',
    'devices': '设备管理',
    'projectConsole': '项目管理',
    'corporation': '企业管理',
    'users': '用户管理',
    'roles': '角色管理',
    'userGroups': '用户组管理',
    'operationLogs': '操作日志',
    'apiKeys': 'API 密钥',
    'license': '授权许可',
    'software': '固件管理',
    'corporations': '企业列表',
    'currentProject': '当前项目',
    'system': '系统管理',
  },
  'bar': {
    'home': '首页',
    'projects': '项目',
    'data': '数据',
    'alerts': '告警',
  },
  'sidebar': {
    'collapse': '收起侧栏',
    'expand': '展开侧栏',
  },
  'picker': {
    'choose': '选择项目',
    'search': '搜索项目',
    'none': '没有匹配的项目',
  },
  'search': {
    'page': '页面',
    'command': '命令',
    'title': '搜索',
    'placeholder': '搜索项目、测点、设备',
    'none': '没有匹配的结果',
  },
  'bell': {
    'title': '通知',
    'name': '通知，{{count}} 条未读',
    'empty': '暂无通知',
  },
  'user': {
    'profile': '个人中心',
    'documents': '帮助文档',
    'releases': '更新日志',
    'theme': '主题',
    'themes': {
      'default': '深色（默认）',
      'white': '浅色',
    },
    'signOut': '退出登录',
    'signOutTitle': '退出账号 {{name}}？',
    'signOutText': '退出后需重新登录',
  },
  'expired': {
    'title': '登录已过期',
    'text': '重新登录后返回此页',
  },
  'connection': {
    'name': '连接状态',
    'unreachable': '连接中断，{{since}} 起',
    'busy': '服务器繁忙，{{since}} 起',
    'offline': '浏览器已离线，{{since}} 起',
    'held': '实时推送受阻，{{since}} 起',
    'shown': '页面停留在 {{shown}} 的状态，数值与等级不再更新；每 {{seconds}} s 重连一次，已尝试 {{count}} 次',
    'heldText': '网络代理阻断了实时推送，页面改为每 {{seconds}} s 刷新，数据可能有延迟',
    'lasting': '已中断 {{time}}',
    'retry': '立即重连',
  },
  'help': {
    'inside': '正在协助 {{name}}，{{time}} 结束',
    'looking': '只读：该企业的管理员未允许修改',
    'editing': '可修改项目数据，不可修改人员与企业设置',
    'leave': '结束协助',
    'ended': '协助已结束',
  },
  'license': {
    'missing': '尚未授权：不能新增测点和设备，数据接收和告警不受影响',
    'expired': '授权许可已到期：不能新增测点和设备，数据接收和告警不受影响',
    'foreign': '授权许可不属于本系统：不能新增测点和设备，数据接收和告警不受影响',
    'open': '查看授权许可',
  },
  'platformView': '平台',
  'language': '语言',
  'corporationView': '企业视图',
  'leaveProject': '退出项目',
  'skip': '跳到正文',
  'simplePassword': '密码过于简单，应尽快修改',
  'simplePasswordChange': '修改密码',
  'notFound': '页面不存在',
  'notFoundHint': '地址有误，或没有访问权限',
};

export default texts;

declare module '../resources' {
  interface Resources {
    shell: typeof texts;
  }
}
