const texts = {
  mark: '标注',
  choose: '在图上拖选一段时间，或单击一次读数',
  enter: '输入起止时间',
  leave: '退出标注',
  title: '标注',
  edit: '编辑注记',
  what: '标注类型',
  kind: { note: '注记', suspect: '存疑', withdraw: '剔除', shift: '位移修正' },
  hint: {
    note: '写明这段时间发生了什么，随测点保留并打印在报表中',
    suspect: '读数保留并参与计算，但分析时不采用',
    withdraw: '读数不再参与计算、告警和统计，原始数据保留',
    shift: '从开始时间起，累计变化加上修正量',
  },
  from: '开始时间',
  to: '结束时间',
  field: '监测量',
  allFields: '全部监测量',
  amount: '修正量',
  text: '注记内容',
  reason: '原因',
  order: '结束时间不能早于开始时间',
  save: '保存',
  preview: '预览',
  noteHint: '注记不改变任何结果',
  list: '所选范围内的注记与修正',
  more: '注记较多，图表与列表只含最近的 {{count}} 条，缩短时间范围可查看更早的',
  change: '编辑',
  withdraw: '撤回',
  withdrawTitle: '撤回这条注记？',
  withdrawHint: '图表和报表不再显示该注记，历史记录保留',
  history: '已修改{{count}}次',
  line: '注记 {{point}}，{{span}}：{{text}}',
  moreLine: '更早的注记未列出，以上为最近 {{count}} 条',
};

declare module '../resources' {
  interface Resources {
    marks: typeof texts;
  }
}

export default texts;
