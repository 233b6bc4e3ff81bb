const texts = {
  'title': '登录',
  'account': '账号',
  'accountHint': '账号、邮箱或手机号',
  'password': '密码',
  'remember': '记住我',
  'submit': '登录',
  'accountEmpty': '账号不能为空',
  'passwordEmpty': '密码不能为空',
  'failed': '登录失败，重新登录',
  'retryAfter': '{{count}} 秒后可重试',
  'slogan1': '毫厘之动',
  'slogan2': '先知于形',
  'platform': '结构与岩土安全监测平台',
  'background': '背景：15 节点阵列位移计 11 天的读数，每次读数一条线',
  'terms': '登录即表示同意',
  'termsLink': '服务条款与隐私政策',
  'termsTitle': '服务条款与隐私政策',
  'termsText': {
    'data': '监测数据、配置和操作记录保存在部署本平台的服务器上，只供所属企业授权的人查看。',
    'account': '账号由企业管理员开通和停用，全部操作记入操作日志。',
    'browser': '浏览器只保存登录凭证、主题、语言和界面状态，不使用跟踪技术，不访问外部站点。',
  },
  'language': '语言',
};

export default texts;

declare module '../resources' {
  interface Resources {
    session: typeof texts;
  }
}
