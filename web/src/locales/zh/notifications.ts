const texts = {
  title: '通知',
  detail: '通知详情',
  search: '搜索通知',
  unread: '未读',
  read: '标为已读',
  readAll: '全部标为已读',
  selected: '已选 {{count}} 条',
  clear: '取消选择',
  none: '暂无通知',
  noneHint: '测值达到阈值或设备出现故障时，在此显示通知',
  toAlerts: '查看告警',
  noneMatch: '没有符合条件的通知',
  state: { label: '按是否已读筛选', all: '全部', unread: '未读', read: '已读' },
  kind: {
    label: '通知类型',
    all: '全部类型',
    raised: '新告警',
    escalated: '告警升级',
    restored: '告警恢复',
    reopened: '恢复已撤销',
    assigned: '指派给我',
    overdue: '预警超时未响应',
    incident: '事件指派给我',
    incidentEscalated: '事件升级',
    incidentEnded: '事件结束',
    drill: '演练未验证',
    fileMade: '文件已生成',
    fileFailed: '文件生成失败',
    reportWaiting: '报告待签字',
    reportFailed: '报告未生成',
    certificate: '证书到期',
    certificateEnded: '证书已到期',
    healthRaised: '设备故障',
    healthRestored: '设备恢复',
    help: '运维协助',
  },
  failed: '加载通知失败',
  respondBy: '响应截止 {{time}}',
  toAlert: '查看告警',
  toIncident: '查看告警事件',
  toCertificate: '打开证书设置',
  toHelp: '查看协助记录',
  toDrills: '查看演练',
  toFiles: '打开下载中心',
  toReport: '打开报告',
  toSchedules: '打开报告计划',
  deleteTitle: '删除 {{count}} 条通知？',
  deleteHint: '仅从本账号的列表中移除，其他人仍可看到',
  column: { title: '标题', time: '时间' },
};

export default texts;

declare module '../resources' {
  interface Resources {
    notifications: typeof texts;
  }
}
