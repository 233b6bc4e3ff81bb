const texts = {
  report: '断面报表',
  list: '断面',
  sections: '断面 {{count}} 个',
  members: '断面内测点',
  pairs: '{{count}} 条测线',
  prisms: '{{count}} 个棱镜',
  lastOfPairs: '测线最新值',
  lastOfPrisms: '棱镜最新值',
  show: '显示 {{name}}',
  hide: '隐藏 {{name}}',
  noCoordinates: '棱镜没有坐标，无法绘制断面',
  drawing: '{{name}} 断面图：{{values}}',
  section: '断面',
  along: '纵断面',
  position: '断面内位置',
  atPosition: '位置 {{name}}',
  alongSentence: '沿里程的 {{count}} 条曲线；{{time}} 最大值为 {{value}} {{unit}}，位于 {{name}}',
  latest: '最新值',
  latestSentence: '{{name}} 各测线最新值：{{values}} {{unit}}',
  savePicture: '保存图片：{{title}}',
};

export default texts;

declare module '../resources' {
  interface Resources {
    sections: typeof texts;
  }
}
