const texts = {
  title: '使用文档',
  contents: '目录',
  search: '在文档中搜索',
  hits: '找到 {{count}} 处',
  noHits: '文档里没有这些字',
  failed: '文档加载失败',
  releases: '版本说明',
  releasesFailed: '版本说明加载失败',
  noReleases: '还没有版本说明',
  next: '即将发布',
};

export default texts;
