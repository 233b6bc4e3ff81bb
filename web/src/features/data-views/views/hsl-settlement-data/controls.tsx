import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BaseChoice } from '../../components/base-choice';
import { TypeChoice } from '../../components/type-choice';
import { useTypeWord } from '../../model/type-word';
import type { ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { type Content, contents, types } from './model';

interface Props {
  valueType: ValueType;
  shown: readonly Content[];
  base: number | null;
  zone: string;
  change: (change: Partial<ViewState>) => void;
}

/** The kind of settlement, the columns of each vessel, and the base of accumulated settlement. */
export function LineContent({ valueType, shown, base, zone, change }: Props) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  return (
    <>
      <TypeChoice
        value={valueType}
        options={types.map((value) => ({ value, label: typeWord(value) }))}
        onChange={(type) => change({ type: type === 'accumulated' ? null : type, page: 1 })}
      />
      <Select
        mode="multiple"
        style={{ minWidth: 200 }}
        aria-label={t('line.content')}
        value={[...shown]}
        options={contents.map((value) => ({
          value,
          label: value === 'temp' ? t('column.temp') : t(`line.${value}`),
        }))}
        onChange={(fields: string[]) => change({ fields })}
      />
      {valueType === 'accumulated' && (
        <BaseChoice inline zone={zone} base={base} reading={null} onChange={(base) => change({ base })} />
      )}
    </>
  );
}
