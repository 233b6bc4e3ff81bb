import { DownOutlined } from '@ant-design/icons';
import { Button, Popover, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type AnalysisChange, type AnalysisState, analyzedTypes } from '../model/analysis';
import { fieldOptions } from '../model/field-options';
import { nodeName } from '../model/node-name';
import { useTypeWord } from '../model/type-word';
import type { PointState } from '../model/types';
import type { Analyzed } from '../queries/analyzed';
import { useLatestReading } from '../queries/readings';
import styles from './analysis.module.css';
import { Labelled } from './analysis-page';
import { BaseChoice } from './base-choice';

export interface ReadingsChoiceProps {
  zone: string;
  point: PointState;
  state: AnalysisState;
  change: (change: AnalysisChange) => void;
  analyzed: Pick<Analyzed, 'fields' | 'readings'>;
}

/** Which readings of the point are analyzed: field, node, value type, base. */
export function ReadingsChoice({ zone, point, state, change, analyzed: { fields, readings } }: ReadingsChoiceProps) {
  const { t } = useTranslation('analysis');
  const typeWord = useTypeWord();
  const nodes = useLatestReading(point.id, point.node !== null).data?.nodes ?? [];
  if (!readings) return null;
  const { field, node, valueType } = readings;
  const types = analyzedTypes(field, point);
  const words = [field.label, node ? t('node', { no: node }) : '', typeWord(valueType)].filter(Boolean).join('·');
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <div className={styles.choice}>
          <Labelled name={t('field')}>
            <Select
              aria-label={t('field')}
              value={field.name}
              options={fieldOptions(fields)}
              onChange={(name: string) => change({ fields: [name] })}
            />
          </Labelled>
          {point.node && (
            <Labelled name={t('nodeLabel')}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                aria-label={t('nodeLabel')}
                value={node}
                options={nodes.map((one) => ({ value: one.no, label: nodeName(one, t) }))}
                onChange={(no: number) => change({ nodes: [no] })}
              />
            </Labelled>
          )}
          {types.length > 1 && (
            <Segmented
              aria-label={t('valueType')}
              value={valueType}
              options={types.map((one) => ({ value: one, label: typeWord(one) }))}
              onChange={(type) => change({ type })}
            />
          )}
          {valueType === 'accumulated' && (
            <BaseChoice zone={zone} base={state.base} reading={null} onChange={(base) => change({ base })} />
          )}
        </div>
      }
    >
      <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" title={t('readings')}>
        {words}
      </Button>
    </Popover>
  );
}
