const texts = {
  title: 'Webhook 与群机器人',
  failed: '加载 Webhook 失败',
  none: '没有 Webhook 或群机器人',
  noneHint: '添加后，告警规则可以把消息发到企业微信、钉钉、飞书群，或其他系统',
  add: '新增 Webhook',
  total: '{{count}} 个 Webhook',
  saved: 'Webhook 已保存',
  removed: 'Webhook 已删除',
  removeAsk: '删除 Webhook“{{name}}”？',
  removeHint: '告警规则正在使用的 Webhook 不能删除。已发送的消息仍保留',
  name: '名称',
  nameEmpty: '请输入名称',
  namePlaceholder: '如 值班群',
  kind: '类型',
  address: '地址',
  addressEmpty: '请输入地址',
  kept: '留空则保留 {{address}}',
  secret: '签名密钥',
  secretKept: '修改地址时重新填写',
  secretHint: {
    webhook: '至少 8 个字符，接收方据此验证签名',
    phone: '至少 8 个字符，接收方据此验证签名',
    dingtalk: '机器人安全设置中的“加签”密钥；未启用则留空',
    feishu: '机器人安全设置中的“签名校验”密钥；未启用则留空',
  },
  hint: {
    wecom: '在群中添加机器人，复制其 Webhook 地址。每分钟最多 18 条',
    dingtalk: '在群设置中添加自定义机器人，复制其 Webhook 地址。每分钟最多 18 条',
    feishu: '在群设置中添加自定义机器人，复制其 Webhook 地址。每分钟最多 90 条',
    webhook: '以 JSON 发送，带签名和幂等键',
    phone: '同 Webhook，另附依次拨打的手机号',
  },
  mobiles: '拨打的手机号',
  mobilesHint: '按顺序拨打，每输入一个按回车',
  signature: '签名',
  signed: '有',
  unsigned: '无',
  state: '状态',
  enabled: '启用',
  disabled: '停用',
  test: '发送测试消息',
  testSaved: '保存后才能测试',
  outcome: { sent: '对方已接收', failed: '发送失败', unknown: '已发送，但未收到应答' },
};

export default texts;

declare module '../resources' {
  interface Resources {
    'alert-webhooks': typeof texts;
  }
}
