import { DownOutlined } from '@ant-design/icons';
import { Button, Popover, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../../components/analysis.module.css';
import { Labelled, Named } from '../../components/analysis-page';
import type { AnalysisChange } from '../../model/analysis';
import { fieldOptions } from '../../model/field-options';
import { nodeName } from '../../model/node-name';
import { useLatestReading } from '../../queries/readings';
import type { Other } from './use-other';

interface Props {
  other: Other;
  change: (change: AnalysisChange) => void;
}

/** Which readings are compared: point, field, node. */
export function OtherChoice({ other: { choices, chosen, from, fields, field }, change }: Props) {
  const { t } = useTranslation('analysis');
  const array = from !== undefined && from.node !== null;
  const nodes = useLatestReading(from?.id ?? 0, array).data?.nodes ?? [];
  const words = from
    ? [from.name, field?.label, array && chosen?.node && t('node', { no: chosen.node })]
    : [t('relations.choose')];
  return (
    <Named name={t('relations.other')}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <div className={styles.choice}>
            <Labelled name={t('relations.point')}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                aria-label={t('relations.point')}
                value={from?.id ?? null}
                options={choices.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id: number | null) => {
                  const next = choices.find((one) => one.id === id);
                  if (next?.field)
                    change({ other: { pointId: next.id, field: next.field.name, node: next.node?.no ?? 0 } });
                }}
              />
            </Labelled>
            {chosen && from && (
              <Labelled name={t('relations.field')}>
                <Select
                  aria-label={t('relations.field')}
                  value={chosen.field}
                  options={fieldOptions(fields)}
                  onChange={(name: string) => change({ other: { ...chosen, field: name } })}
                />
              </Labelled>
            )}
            {array && chosen && (
              <Labelled name={t('relations.node')}>
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={t('relations.node')}
                  value={chosen.node}
                  options={nodes.map((one) => ({ value: one.no, label: nodeName(one, t) }))}
                  onChange={(node: number) => change({ other: { ...chosen, node } })}
                />
              </Labelled>
            )}
          </div>
        }
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" title={t('relations.other')}>
          {words.filter(Boolean).join('·')}
        </Button>
      </Popover>
    </Named>
  );
}
