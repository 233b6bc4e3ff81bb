import type { Texts } from '../resources';
import type zh from '../zh/memos';

const texts = {
  title: 'Memos',
  failed: 'Loading the memos failed',
  none: 'No memos yet',
} satisfies Texts<typeof zh>;

export default texts;
