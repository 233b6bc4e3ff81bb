import type { Texts } from '../resources';
import type zh from '../zh/documents';

const texts = {
  title: '說明文件',
  contents: '目錄',
  search: '在文件中搜尋',
  hits: '找到 {{count}} 處',
  noHits: '文件中沒有相符的內容',
  failed: '載入文件失敗',
  releases: '更新日誌',
  releasesFailed: '載入更新日誌失敗',
  noReleases: '尚無更新日誌',
  next: '即將發布',
} satisfies Texts<typeof zh>;

export default texts;
