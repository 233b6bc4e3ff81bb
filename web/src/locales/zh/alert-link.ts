const texts = {
  title: '告警',
  failed: '无法打开告警',
  signIn: '登录平台',
  withdrawn: '数据订正后，该告警已于 {{time}} 撤销',
  drill: {
    mark: '演练',
    rule: '规则“{{rule}}”的演练',
    hint: '这是演练，没有告警，无需处置。确认已看到即可。',
    started: '演练时间',
    until: '链接仅供 {{recipient}} 使用，{{time}} 前有效。',
  },
  opened: '告警时间',
  ended: '恢复时间',
  until: '链接仅供 {{recipient}} 使用，{{time}} 前有效。确认或误报请登录后处理：',
  untilByCode: '链接仅供 {{recipient}} 使用，{{time}} 前有效。曲线、图片等请登录查看：',
  process: '处理告警',
  decide: {
    title: '处理',
    open: '确认或标记误报',
    result: '结论',
    note: '说明',
    noteEmpty: '请填写说明',
    code: '验证码',
    codeHint: '验证码发送到 {{recipient}}',
    codeWrong: '请输入 6 位验证码',
    save: '提交结论',
    final: '提交后无法撤销，记录中显示你的地址。',
    cancel: '取消',
  },
  say: { seen: '已看到', onMyWay: '正在赶往现场' },
  said: { seen: '已回复看到', onMyWay: '已回复正在赶往' },
  did: { seen: '已看到', onMyWay: '正在赶往现场' },
  replies: '回复',
  nobody: '还没有人回复',
  you: '本人',
};

export default texts;

declare module '../resources' {
  interface Resources {
    'alert-link': typeof texts;
  }
}
