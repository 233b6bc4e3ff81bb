const texts = {
  'address': {
    'both': '邮箱或手机号',
    'mail': '邮箱',
    'sms': '手机号',
    'wrong': {
      'both': '输入邮箱或 11 位手机号',
      'mail': '输入邮箱',
      'sms': '输入 11 位手机号',
    },
  },
  'code': {
    'label': '验证码',
    'send': '获取验证码',
    'again': '重新获取',
    'wait': '{{count}} 秒后重发',
    'wrong': '输入 6 位验证码',
    'troubled': {
      'mail': '邮件服务器暂时无法连接，验证码可能延迟或收不到',
      'sms': '短信服务暂时无法连接，验证码可能延迟或收不到',
    },
    'sent': {
      'mail': '验证码已发往该邮箱，10 分钟内有效；如未收到，查看垃圾邮件',
      'sms': '验证码已发往该手机号，10 分钟内有效',
    },
  },
  'password': {
    'label': '密码',
    'again': '再次输入密码',
    'differs': '两次输入不一致',
    'rules': {
      'length': '8 到 16 个字符',
      'upper': '大写字母',
      'lower': '小写字母',
      'digit': '数字',
      'symbol': '符号',
      'repeat': '同一字符不得连续出现三次',
    },
    'weak': '密码不符合规则',
    'rulesName': '密码规则',
    'met': '已满足',
    'unmet': '未满足',
  },
  'signUp': {
    'title': '注册企业',
    'link': '注册企业',
    'ask': '还没有账号？',
    'back': '已有账号，返回登录',
    'steps': { 'prove': '验证邮箱或手机号', 'fill': '填写企业与账号' },
    'next': '下一步',
    'taken': '该邮箱或手机号已注册，可直接登录或重置密码',
    'proven': '已验证',
    'change': '更换',
    'corporation': '企业名称',
    'name': '管理员账号',
    'nameHint': '用于登录，不能是邮箱或手机号',
    'nameIsAddress': '账号不能是邮箱或手机号',
    'empty': '不能为空',
    'limit20': '最多 20 个字符',
    'accept': '我已阅读并同意',
    'acceptNeeded': '需阅读并同意服务条款与隐私政策',
    'submit': '注册并登录',
    'off': '本系统未开放自助注册，账号由企业管理员开通。',
  },
  'forgot': {
    'title': '重置密码',
    'link': '忘记密码',
    'back': '返回登录',
    'newPassword': '新密码',
    'submit': '重置密码',
    'done': '密码已重置，其他登录均已退出，使用新密码登录',
  },
  'missing': '服务器未配置邮件和短信发送，无法发送验证码，联系系统管理员处理。',
  'missingReset': '系统管理员可在服务器上重置密码，或配置邮件、短信发送。',
  'own': {
    'title': { 'mail': '更改邮箱', 'sms': '更改手机号' },
    'new': { 'mail': '新邮箱', 'sms': '新手机号' },
    'change': '更改',
    'remove': '移除',
    'removeAsk': {
      'mail': '移除后不能再用该邮箱登录或重置密码，确定移除？',
      'sms': '移除后不能再用该手机号登录或重置密码，确定移除？',
    },
    'none': '未设置',
    'verified': '已验证，可用于登录和重置密码',
    'unverified': '未验证',
    'confirm': '确定',
    'done': '已更改',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    account: typeof texts;
  }
}
