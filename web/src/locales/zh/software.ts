const texts = {
  title: '固件管理',
  failed: '加载固件失败',
  none: '暂无固件',
  noneMatch: '没有匹配的固件',
  search: '文件名、更新说明',
  upload: '上传固件',
  file: '固件文件',
  choose: '选择文件',
  rule: '文件名格式：类型-x.x.x.x-备注.hsf，不含空格和中文；类型为设备类型或型号（型号中的 - 写作 _），不超过 16 MB',
  badName: '固件文件名格式错误',
  tooLarge: '文件超过 16 MB',
  empty: '文件为空',
  answered: '{{reason}}：{{message}}',
  notice: '更新说明',
  assign: '升级设备',
  assignTitle: '用{{name}}升级',
  assignHint: '仅列出类型或型号为 {{type}} 的设备；离线设备上线后升级',
  chooseDevices: '选择设备',
  noDevices: '没有适用此固件的设备',
  versionUnknown: '版本未知',
  olderHint: '{{count}} 台设备将从较新的版本降级到 {{version}}',
  allUpgrades: '升级记录',
  noUpgrades: '暂无升级记录',
  download: '下载',
  retry: '重试',
  deleteAsk: '删除固件{{name}}及其升级记录？',
  column: {
    name: '文件',
    version: '版本',
    type: '适用类型',
    size: '大小',
    devices: '适用设备',
    created: '上传时间',
    state: '状态',
  },
  state: { progress: '升级中', success: '成功', fail: '失败' },
  step: { waiting: '排队中', hanging: '等待上线', sent: '下载中', installing: '安装中', done: '完成' },
  reason: {
    refused: '设备拒绝升级',
    timeout: '设备无应答',
    expired: '设备超时未上线',
    cancelled: '指令已取消',
    notReported: '设备未上报新版本',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    software: typeof texts;
  }
}
