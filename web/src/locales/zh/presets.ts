const texts = {
  title: '预设',
  failed: '加载预设失败，重试',
  loading: '正在加载',
  none: '没有预设',
  of: '{{name}}（{{owner}}）',
  save: '保存当前设置为预设',
  manage: '管理预设',
  manageTitle: '本视图的预设',
  name: '预设名称',
  nameNeeded: '填写预设名称',
  hint: '保存时间范围、数值类型、显示内容等；适用于同类设备的测点',
  share: '与企业内所有人共享',
  edit: '重命名与共享',
  shared: '企业共享·{{owner}}',
  private: '仅自己可用',
  replace: '替换为当前设置',
  delete: '删除“{{name}}”',
  previousPoint: '上一测点',
  nextPoint: '下一测点',
};

export default texts;

declare module '../resources' {
  interface Resources {
    presets: typeof texts;
  }
}
