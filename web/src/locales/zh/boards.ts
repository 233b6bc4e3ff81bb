const texts = {
  title: '联动看板',
  failed: '加载看板失败',
  none: '该项目还没有看板',
  noneHint: '看板把多个测点的图放在一起，共用时间轴和光标',
  new: '新建看板',
  notThere: '该看板不存在，或已被删除',
  toFirst: '前往第一个看板',
  empty: '看板上还没有视图',
  emptyHint: '用“添加视图”选择测点和图，最多 6 个',
  bar: '看板工具',
  choice: '看板',
  unsaved: '（未保存）',
  linkedAxis: '联动时间轴',
  linkedCursor: '联动光标',
  limits: '限值',
  events: '工况与修正',
  grid: '布局',
  full: '最多 {{max}} 个视图',
  add: '添加视图',
  wall: '大屏',
  save: '保存看板',
  gone: '该测点已被删除',
  goneHead: '已删除的测点',
  notSupported: '该测点不再支持此视图',
  menu: {
    label: '{{name}} 的操作',
    open: '打开视图',
    replace: '更换视图',
    earlier: '向前移动',
    later: '向后移动',
    remove: '移除',
  },
  cursor: {
    at: '光标',
    none: '将指针移到任一图上，或点击图以固定光标',
    rule: '光标处读数取最近一次，时差不超过一个采集间隔',
    noReading: '无读数',
    release: '取消固定',
  },
  choose: {
    add: '添加视图',
    replace: '更换视图',
    addVerb: '添加',
    replaceVerb: '更换',
    point: '选择测点',
    noPoint: '没有可显示图的测点',
    view: '视图',
  },
  manage: {
    label: '管理看板',
    rename: '重命名',
    copy: '另存为',
    earlier: '移到前一个看板之前',
    later: '移到后一个看板之后',
    delete: '删除看板',
  },
  delete: {
    title: '删除看板“{{name}}”',
    what: '测点和数据不受影响，看板的布局无法恢复。',
    verb: '删除看板',
  },
  name: {
    save: '保存看板',
    copy: '另存为新看板',
    rename: '重命名看板',
    label: '看板名称',
    needed: '填写看板名称',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    boards: typeof texts;
  }
}
