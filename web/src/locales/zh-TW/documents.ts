import type { Texts } from '../resources';
import type zh from '../zh/documents';

const texts = {
  title: '使用文件',
  contents: '目錄',
  search: '在文件中搜尋',
  hits: '找到 {{count}} 處',
  noHits: '文件裡沒有這些字',
  failed: '文件載入失敗',
  releases: '版本說明',
  releasesFailed: '版本說明載入失敗',
  noReleases: '還沒有版本說明',
  next: '即將發布',
} satisfies Texts<typeof zh>;

export default texts;
