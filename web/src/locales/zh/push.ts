const texts = {
  title: '浏览器推送',
  why: '告警规则的渠道包含“浏览器推送”时，消息发到这里开启的所有浏览器，浏览器在后台也能收到。消息经浏览器厂商的推送服务转发，内容已加密，仅该浏览器能读取。',
  failed: '加载浏览器失败',
  subscribe: '在此浏览器接收',
  full: '每个账号最多 {{max}} 个浏览器，先移除一个',
  browser: '浏览器',
  here: '当前浏览器',
  service: '推送服务',
  created: '开启时间',
  used: '上次送达推送服务',
  answer: '上次结果',
  enable: '接收',
  enableOf: '在 {{name}} 接收',
  actions: '操作',
  test: '测试',
  remove: '移除',
  removed: '浏览器已移除',
  removeTitle: '移除 {{name}}？',
  removeText: '该浏览器不再收到告警消息，告警规则改用后一渠道。',
  taken: '{{host}} 已接收测试消息，浏览器应随即显示；未显示时检查系统的通知设置。',
  outcome: { sent: '已接收', failed: '失败', unknown: '未知' },
  reason: {
    gone: '浏览器已在 {{host}} 取消订阅，已从列表移除，可重新开启。',
    forbidden: '{{host}} 在内网，运维人员未开放（--allow-net）。',
    unreachable: '服务器无法连接 {{host}}，请运维人员放行到该主机的 https 出站连接。',
    refused: '{{host}} 拒绝了消息。',
    busy: '{{host}} 暂时不可用，稍后再试。',
  },
  obstacle: {
    insecure:
      '浏览器推送需要 https。当前地址为 {{origin}}，请运维人员设置证书（--tls-cert）或反向代理，再用 https 打开本页。',
    unsupported: '此浏览器不支持推送。iPhone 和 iPad 须先将本页添加到主屏幕，再从主屏幕打开。',
    denied: '此浏览器已禁止 {{origin}} 发送通知。在地址栏的网站设置中允许通知，再刷新本页。',
    off: '运维人员已关闭浏览器推送（--no-push）。规则中的浏览器推送改用后一渠道。',
    notPermitted: '浏览器未允许通知，未开启。再次点击并选择“允许”。',
    noService: '浏览器无法连接厂商的推送服务，未开启：{{message}}。推送需要此电脑能访问互联网，且不能使用无痕窗口。',
  },
};

export default texts;

declare module '../resources' {
  interface Resources {
    push: typeof texts;
  }
}
