const texts = {
  window: '统计时段',
  of: {
    range: '所选时段',
    initial: '自初始值起',
  },
  point: '测点',
  column: '分量',
  node: '节点',
  unit: '单位',
  allNodes: '全部节点',
  count: '有效数',
  missing: '缺测数',
  max: '最大值',
  min: '最小值',
  mean: '平均值',
  deviation: '标准差',
  range: '变幅',
  first: '首值',
  last: '末值',
  difference: '末值 − 首值',
  time: '时间',
  since: '起始',
  until: '截止',
  readings: '收到读数',
  fields: '分量',
  allFields: '全部分量',
  addPoints: '增加测点',
  others: '另 {{count}} 个测点',
  about: '只统计有效值，异常值不计入。标准差按 n − 1 计算；变幅为最大值减最小值。方位角没有极值、平均值和标准差。',
  aboutNodes: '有节点的测点按节点分别统计，并给出全部节点的结果。缺测数按采集间隔推算。',
  noInitial: '没有初始值的测点从首个读数起统计。',
};

export default texts;

declare module '../resources' {
  interface Resources {
    characteristic: typeof texts;
  }
}
