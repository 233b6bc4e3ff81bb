const texts = {
  title: '备注',
  failed: '加载备注失败',
  none: '暂无备注',
};

export default texts;

declare module '../resources' {
  interface Resources {
    memos: typeof texts;
  }
}
