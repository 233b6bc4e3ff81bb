import type { Texts } from '../resources';
import type zh from '../zh/memos';

const texts = {
  title: '備註',
  failed: '載入備註失敗',
  none: '尚無備註',
} satisfies Texts<typeof zh>;

export default texts;
