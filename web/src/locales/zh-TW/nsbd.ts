import type { Texts } from '../resources';
import type zh from '../zh/nsbd';

const texts = {
  title: '南水北調考證表',
  failed: '載入考證表失敗',
  none: '專案還沒有測點',
  noneMatch: '沒有符合條件的測點',
  search: '測點名稱',
  wholeProject: '整個專案',
  report: '產生南水北調報表',
  point: '測點',
  inMetres: '{{name}} (m)',
  field: {
    designNumber: '設計編號',
    range: '量程',
    offset: '軸距',
    cableLength: '電纜長度',
    installer: '埋設人',
    remarks: '備註',
  },
} satisfies Texts<typeof zh>;

export default texts;
