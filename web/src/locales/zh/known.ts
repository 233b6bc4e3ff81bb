const texts = {
  label: '回看',
  hint: '按过去某一时刻已知的情况显示数据：不含之后收到的读数、之后记录的修正和配置',
  time: '时点',
  choose: '选择时点',
  apply: '回看',
  future: '只能选择过去的时间',
  banner: '回看 {{time}} 时已知的数据，页首为当前值',
  back: '回到当前',
  comparing: '正在与当前数据比较',
  same: '该测点在所选范围内的结果此后没有变化',
  changed: '该测点此后变化的结果：新增{{appeared}}、改变{{changed}}、消失{{vanished}}',
  show: '查看变化',
  title: '{{time}} 之后的变化',
  results: '结果',
  resultsHint: '所选范围内最近的{{count}}条变化',
  onlyFlags: '仅数据标记改变',
  column: '值',
  was: '当时',
  is: '现在',
  causes: '原因',
  noCauses: '此后没有记录修正或配置，变化来自晚到或重发的读数',
  recorded: '记录时间',
  effect: '生效自',
  what: '内容',
  note: '备注',
  takenBack: '{{what}}（已撤销）',
};

declare module '../resources' {
  interface Resources {
    known: typeof texts;
  }
}

export default texts;
