const texts = {
  title: '告警消息模板',
  failed: '加载模板失败',
  saved: '模板已保存',
  link: '邮件、短信和群消息的文字',
  open: '编辑模板',
  language: '语言',
  hint: '项目按自己的语言使用这里的文字。留空时用产品自带的文字（灰色显示）。已写入通知记录的消息不变。',
  reset: '全部留空',
  placeholders: '占位符：先点入文本框，再点占位符插入',
  field: {
    subject: '邮件标题、群消息标题',
    opened: '正文：新告警、升级、恢复已撤销',
    restored: '正文：恢复',
    sms: '短信：新告警、升级、恢复已撤销',
    smsRestored: '短信：恢复',
    pushTitle: '推送标题',
    push: '推送：新告警、升级、恢复已撤销',
    pushRestored: '推送：恢复',
  },
  placeholder: {
    platform: '平台名称',
    project: '项目名称',
    structure: '结构物名称',
    item: '项名称',
    point: '测点或设备名称',
    place: '项目-结构物-测点，含阵列节点',
    heading: '事件和等级，如“升级为红色告警”',
    what: '等级或设备故障',
    reason: '监测量、值和阈值',
    quantity: '监测量',
    value: '值和单位',
    time: '读数时间，含时区',
    rule: '告警规则名称',
  },
  event: { raised: '新告警', escalated: '升级', reopened: '恢复已撤销', restored: '恢复' },
  preview: {
    title: '预览',
    none: '还没有告警',
    noneHint: '有了告警后，可在此查看消息的实际样子',
    alert: '告警',
    event: '事件',
    mail: '邮件、群消息',
    undrawn: '图未能绘制；邮件会说明，并附告警链接。',
    sms: '短信',
    push: '浏览器推送',
    length: '{{characters}} 个字符，{{segments}} 段，计费 {{billed}} 条',
    values: '阿里云、腾讯云模板的变量值',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    'alert-texts': typeof texts;
  }
}
