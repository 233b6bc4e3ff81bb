import type { Texts } from '../resources';
import type zh from '../zh/devices';

const texts = {
  inStock: '企業庫存',
} satisfies Texts<typeof zh>;

export default texts;
