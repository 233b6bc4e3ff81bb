const texts = {
  title: '南水北调考证表',
  failed: '加载考证表失败',
  none: '项目还没有测点',
  noneMatch: '没有符合条件的测点',
  search: '测点名称',
  wholeProject: '整个项目',
  report: '生成南水北调报表',
  point: '测点',
  inMetres: '{{name}} (m)',
  field: {
    designNumber: '设计编号',
    range: '量程',
    offset: '轴距',
    cableLength: '电缆长度',
    installer: '埋设人',
    remarks: '备注',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    nsbd: typeof texts;
  }
}
