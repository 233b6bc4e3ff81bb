const texts = {
  'title': '个人中心',
  'account': '账号',
  'type': '账号类型',
  'types': {
    'System': '平台账号',
    'Admin': '企业管理员',
    'Normal': '项目管理员',
  },
  'displayName': '昵称',
  'mobile': '手机号',
  'email': '邮箱',
  'addresses': '邮箱与手机号',
  'theme': '主题',
  'themes': {
    'default': '深色（默认）',
    'white': '浅色',
  },
  'language': '语言',
  'languageHint': '通知与消息也使用此语言',
  'save': '保存',
  'saved': '已保存',
  'limit20': '最多 20 个字符',
  'empty': '不能为空',
  'info': '个人信息',
  'password': {
    'title': '修改密码',
    'old': '当前密码',
    'new': '新密码',
    'save': '修改密码',
    'done': '密码已修改，其他设备上的登录已退出',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    profile: typeof texts;
  }
}
