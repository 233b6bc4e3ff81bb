const texts = {
  import: '导入测次',
  importTitle: '从文件导入测次',
  back: '返回测次列表',
  show: '查看该测次',
  depth: '深度 m',
  incomplete: '选择深度、A0 和 A180 所在的列；B0、B180 选填',
  stationsOf: '{{count}} / {{total}}',
  doubtful: '离散超过 20 字',
  oneDirection: '仅单向读数',
  singles: '{{count}} 个测点，采用最近已知的零偏',
  name: '名称',
  operator: '观测人',
  file: '下载上传的文件：{{name}}',
};

export default texts;

declare module '../resources' {
  interface Resources {
    surveys: typeof texts;
  }
}
