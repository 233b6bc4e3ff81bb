import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTypeWord } from '../model/type-word';
import type { ValueType } from '../model/types';

interface Props {
  types: readonly ValueType[];
  value: ValueType;
  /** Room for the choice in pixels; 0 while it is not known. */
  room: number;
  onChange: (type: ValueType) => void;
}

/** The value types side by side where there is room for their words, in a list where there is not. */
export function TypeControl({ types, value, room, onChange }: Props) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  const options = types.map((one) => ({ value: one, label: typeWord(one) }));
  const needed = options.reduce((sum, { label }) => sum + widthOf(label) + 22, 4);
  const shared = { value, options, onChange, 'aria-label': t('type.label') };
  return room > 0 && needed > room ? (
    <Select<ValueType> {...shared} popupMatchSelectWidth={false} />
  ) : (
    <Segmented<ValueType> {...shared} />
  );
}

/** About how wide a word is at 13 px: Chinese letters are square, others about half of that. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '⺀' ? 13 : 7.2), 0);
}
