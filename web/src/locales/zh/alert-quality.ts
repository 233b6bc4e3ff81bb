const texts = {
  title: '告警质量',
  failed: '加载告警质量失败',
  few: '本时段只有 {{count}} 条告警，少于 30 条：占比与中位数意义不大',
  lower: '下限',
  nodes: '节点 {{from}}–{{to}}',
  shown: '显示 {{shown}}，共 {{total}}',
  figure: {
    alerts: '阈值告警',
    perDay: '日均告警',
    peak: '10 分钟内最多',
    floods: '告警泛滥时间',
    median: '处理用时中位数',
    decided: '已处理',
    false: '误报占比',
    chatters: '频繁告警测点',
    stale: '长期未结告警',
    health: '设备健康告警',
    withdrawn: '另有 {{count}} 条已撤销，不计',
    episodes: '一次超限过程计一条',
    guide: '参考 {{guide}}',
    windows: '{{count}} 个 10 分钟',
    undecided: '尚无人处理',
    ninety: '90% 在 {{duration}}内',
    rest: '未处理即恢复 {{restored}}，待处理 {{waiting}}',
    ofDecided: '已处理 {{total}} 条中 {{count}} 条',
    apart: '单独统计，不计入其他数字',
  },
  column: {
    level: '等级',
    alerts: '告警',
    share: '占比',
    limits: '阈值',
    never: '从未达到',
    always: '一直达到',
    others: '未计',
    most: '24 h 内最多',
    status: '状态',
    opened: '发生时间',
    open: '已持续',
    quantity: '判定项',
    alwaysLevel: '一直达到的等级',
    neverLevel: '最低等级',
  },
  days: {
    title: '每日告警数',
    note: '按项目时区的自然日和测值时间统计，等级取告警达到的最高等级；首日不足一天。',
  },
  levels: {
    title: '等级与阈值',
    note: '占比右侧为 ISA-18.2 对四级告警的建议（约 80/15/5/<1%）。阈值按等级计数；时段内新设的阈值和没有测值的测点不参与判断，列为未计。',
  },
  actors: {
    title: '告警最多的测点',
    extra: '{{count}} 个频繁告警',
    none: '本时段没有告警',
    chatters: '频繁',
    note: '最多 10 个测点。频繁告警：同一阈值 24 h 内告警 3 次及以上（ISA-18.2 的抖动告警，按监测频率放宽到一天）。可调整恢复次数、恢复余量或阈值。',
  },
  stale: {
    title: '长期未结告警',
    none: '没有超过 24 h 未结的告警',
    note: '发生超过 24 h 仍未恢复、未处理（ISA-18.2），含时段之前发生的。',
  },
  always: {
    title: '一直达到的阈值',
    none: '没有一直达到的阈值',
    note: '最新测值达到该等级，且自时段开始之前起未变。一直亮着的等级不再提示变化：请核对阈值或初始值。',
  },
  never: {
    title: '从未达到的阈值',
    none: '各阈值至少达到过一次',
    note: '整个时段内有效、有测值，但最低等级也从未达到。可能确实安全，也可能阈值过宽。',
  },
  source:
    '口径与参考值取自 EEMUA 191 和 ANSI/ISA-18.2（IEC 62682），以一名值班人员计；两者针对控制室，仅供比较，不作判定。处理用时从平台产生告警起，到有人确认或标为误报止。',
};

export default texts;

declare module '../resources' {
  interface Resources {
    'alert-quality': typeof texts;
  }
}
