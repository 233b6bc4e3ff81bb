import type { Texts } from '../resources';
import type zh from '../zh/software';

const texts = {
  title: '韌體管理',
  failed: '載入韌體失敗',
  none: '還沒有韌體',
  noneMatch: '沒有符合的韌體',
  search: '檔名、更新說明',
  upload: '上傳韌體',
  file: '韌體檔案',
  choose: '選擇檔案',
  rule: '檔名格式：類型-x.x.x.x-備註.hsf，不含空格和中文；類型為設備類型或型號（型號中的-寫作_），不超過16MB',
  badName: '韌體檔名不正確',
  notice: '更新說明',
  assign: '升級設備',
  assignTitle: '用{{name}}升級',
  assignHint: '只列出類型或型號為{{type}}的設備；離線設備上線後升級',
  chooseDevices: '選擇設備',
  noDevices: '沒有符合此韌體的設備',
  versionUnknown: '版本未知',
  olderHint: '{{count}}台設備將從較新的版本退回到{{version}}',
  allUpgrades: '升級紀錄',
  noUpgrades: '還沒有升級紀錄',
  download: '下載',
  retry: '重試',
  deleteAsk: '刪除韌體{{name}}及其升級紀錄？',
  column: {
    name: '檔案',
    version: '版本',
    type: '適用類型',
    size: '大小',
    devices: '適用設備',
    created: '上傳時間',
    state: '狀態',
  },
  state: { progress: '升級中', success: '成功', fail: '失敗' },
  step: { waiting: '排隊中', hanging: '等待上線', sent: '下載中', installing: '安裝中', done: '完成' },
  reason: {
    refused: '設備拒絕升級',
    timeout: '設備沒有回覆',
    expired: '設備在期限內沒有上線',
    cancelled: '指令已取消',
    notReported: '設備沒有回報新版本',
  },
} satisfies Texts<typeof zh>;

export default texts;
