const texts = {
  title: '维护静默',
  failed: '加载维护静默失败',
  none: '没有维护静默',
  noneHint: '检修、标定或清洗仪器前设置静默：告警照常记录，消息暂缓，结束时仍未恢复的再发送',
  add: '新增静默',
  total: '共 {{count}} 条',
  state: {
    label: '状态',
    holding: '静默中',
    planned: '未开始',
    over: '已结束',
    ended: '提前结束',
  },
  span: '时段',
  scope: '范围',
  level: '静默级别',
  upTo: '{{level}}及以下',
  allLevels: '全部级别',
  levelHint: '设备状态类告警一并静默。红色告警默认照常发送',
  note: '原因',
  noteEmpty: '请输入原因',
  by: '登记人',
  endedBy: '{{name}} 于 {{time}} 结束',
  wholeProject: '整个项目',
  wholeStructure: '整个结构物',
  points: '测点',
  allPoints: '全部测点',
  start: '开始时间',
  now: '立即开始',
  startEmpty: '请选择开始时间',
  lasts: '时长',
  minutes: '{{n}} 分钟',
  hours: '{{n}} 小时',
  days: '{{n}} 天',
  until: '至 {{time}}（{{zone}}）',
  effect: '静默期间照常记录告警；结束时仍未恢复的发送消息，已恢复的不再发送',
  saved: '静默已设置',
  end: '立即结束',
  endAsk: '立即结束此静默？',
  endHint: '暂缓且仍有效的消息将在数秒内发送',
  endDone: '静默已结束',
};

export default texts;

declare module '../resources' {
  interface Resources {
    silences: typeof texts;
  }
}
