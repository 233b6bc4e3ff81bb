import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BaseChoice } from '../../components/base-choice';
import { TypeChoice } from '../../components/type-choice';
import { useTypeWord } from '../../model/type-word';
import type { FieldInfo } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { type TableLook, types } from './model';

interface Props {
  look: TableLook;
  fields: readonly FieldInfo[];
  zone: string;
  change: (change: Partial<ViewState>) => void;
}

/** The kind of value, the fields of the composite point, and the base of accumulated change. */
export function MasterContent({ look: { fields: shown, valueType, base }, fields, zone, change }: Props) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  return (
    <>
      <TypeChoice
        value={valueType}
        options={types.map((value) => ({ value, label: typeWord(value) }))}
        onChange={(type) => change({ type: type === 'observed' ? null : type, page: 1 })}
      />
      {fields.length > 1 && (
        <Select
          mode="multiple"
          maxTagCount="responsive"
          style={{ width: 200 }}
          aria-label={t('master.field')}
          value={[...shown]}
          options={fields.map((f) => ({ value: f.name, label: f.label }))}
          onChange={(list: string[]) => change({ fields: list })}
        />
      )}
      {valueType === 'accumulated' && (
        <BaseChoice inline zone={zone} base={base} reading={null} onChange={(at) => change({ base: at })} />
      )}
    </>
  );
}
