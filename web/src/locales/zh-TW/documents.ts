import type { Texts } from '../resources';
import type zh from '../zh/documents';

const texts = {
  title: '說明文件',
  contents: '目錄',
  search: '在文件中搜尋',
  hits: '找到 {{count}} 處',
  noHits: '文件裡沒有這些字',
  failed: '文件載入失敗',
  releases: '更新日誌',
  releasesFailed: '更新日誌載入失敗',
  noReleases: '還沒有更新日誌',
  next: '即將發布',
} satisfies Texts<typeof zh>;

export default texts;
