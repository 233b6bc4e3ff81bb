const texts = {
  title: '通知',
  detail: '通知详情',
  search: '搜索通知',
  unread: '未读',
  unreadOnly: '只看未读',
  read: '标为已读',
  readAll: '全部标为已读',
  selected: '已选 {{count}} 条',
  clear: '清除',
  none: '暂无通知',
  noUnread: '没有未读通知',
  failed: '通知加载失败',
  toAlert: '查看告警',
  deleteTitle: '删除 {{count}} 条通知',
  deleteHint: '只从本账号的列表里移除，他人仍可看到',
  column: { title: '标题', time: '时间' },
};

export default texts;
