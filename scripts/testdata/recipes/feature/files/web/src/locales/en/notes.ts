import type { Texts } from '../resources';
import type zh from '../zh/notes';

const texts = {
  title: 'Notes',
  failed: 'Loading the notes failed',
  none: 'No notes yet',
} satisfies Texts<typeof zh>;

export default texts;
