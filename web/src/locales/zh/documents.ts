const texts = {
  title: '帮助文档',
  contents: '目录',
  search: '在文档中搜索',
  hits: '找到 {{count}} 处',
  noHits: '文档里没有这些字',
  failed: '文档加载失败',
  releases: '更新日志',
  releasesFailed: '更新日志加载失败',
  noReleases: '还没有更新日志',
  next: '即将发布',
};

export default texts;
