const texts = {
  title: '帮助文档',
  contents: '目录',
  search: '在文档中搜索',
  hits: '找到 {{count}} 处',
  noHits: '文档中没有匹配的内容',
  failed: '加载文档失败',
  releases: '更新日志',
  releasesFailed: '加载更新日志失败',
  noReleases: '暂无更新日志',
  next: '即将发布',
};

export default texts;

declare module '../resources' {
  interface Resources {
    documents: typeof texts;
  }
}
