/** How long data are kept, and what was deleted because of its age. */
const texts = {
  title: '数据保留',
  failed: '加载数据保留设置失败',
  hint: '超过期限的数据每天清理一次；未处理告警涉及的数据不会删除',
  hintDefault: '未单独设置的项目按此执行；未处理告警涉及的数据不会删除',
  nextRun: '下次清理：{{time}}',
  kind: '数据类别',
  age: '保留期限',
  stored: '现有数据',
  oldest: '最早',
  grown: '近30天新增',
  set: '设置',
  setOf: '保留期限：{{name}}',
  saved: '已保存，24小时后开始执行',
  forever: '永久保留',
  days: '{{text}} 天',
  byDays: '按天数',
  daysLabel: '天数',
  range: '应为 {{min}} 到 {{max}} 的整数',
  notCounted: '不统计：统计需读取全部读数',
  nothing: '无',
  amount: '{{text}} 条，{{size}}',
  origin: {
    product: '平台默认',
    corporation: '企业默认',
    project: '本项目设置',
  },
  above: {
    project: '按企业默认（{{age}}）',
    corporation: '按平台默认（{{age}}）',
  },
  cost: {
    title: '保存后的影响',
    forever: '不会删除任何数据',
    none: '没有早于 {{time}} 且可删除的数据',
    deletes: '首次清理将删除 {{amount}}（{{devices}} 台设备，早于 {{time}}），删除后无法恢复',
    protected: '另有 {{amount}} 已超期，因 {{text}} 条未处理告警而保留：',
    alert: '{{name}}，{{time}}',
    more: '等，另有 {{count}} 条',
    first: '首次清理：{{time}}；在此之前可改回',
    grown: '近30天新增：{{amount}}',
    steady: '；按此速度，期限内的数据约占 {{size}}',
  },
  runs: {
    title: '清理记录',
    none: '暂无清理记录',
    noneHint: '每次清理的数据类别、时段和数量会列在这里，并写入操作日志',
    began: '开始时间',
    ended: '结束时间',
    running: '进行中',
    span: '数据时段',
    spanText: '{{from}} 至 {{to}}',
    deleted: '已删除',
  },
  deletedNote: '超过保留期限的 {{text}} 条数据（至 {{last}}）已清理，最近一次：{{time}}',
};

declare module '../resources' {
  interface Resources {
    retention: typeof texts;
  }
}

export default texts;
