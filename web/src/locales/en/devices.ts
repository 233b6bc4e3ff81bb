import type { Texts } from '../resources';
import type zh from '../zh/devices';

const texts = {
  inStock: 'Corporation stock',
} satisfies Texts<typeof zh>;

export default texts;
