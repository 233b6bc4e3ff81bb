const texts = {
  title: '操作日志',
  detail: '操作详情',
  failed: '加载操作日志失败',
  none: '暂无操作日志',
  noneMatch: '没有符合条件的操作',
  search: '对象、操作人、IP、项目',
  allProjects: '全部项目',
  allScopes: '全部对象',
  allActions: '全部操作',
  allResults: '全部结果',
  from: '起始时间',
  to: '截止时间',
  export: '导出 CSV',
  thing: '对象',
  client: '客户端',
  unknownAccount: '未知账号',
  onlyAccount: '只看此账号',
  onlyThing: '只看此对象',
  noChanges: '字段无变化',
  changes: '变更 {{count}} 项',
  field: '字段',
  before: '变更前',
  after: '变更后',
  refusedBecause: '已拒绝：{{reason}}',
  result: { done: '成功', refused: '已拒绝' },
  column: {
    time: '时间',
    account: '操作人',
    action: '操作',
    scope: '对象类型',
    content: '对象与变更',
    ip: 'IP 地址',
    result: '结果',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    'operation-logs': typeof texts;
  }
}
