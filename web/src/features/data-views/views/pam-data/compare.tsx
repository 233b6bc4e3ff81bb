import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { numberColumn } from '@/ui/table/columns';
import { FittingTable } from '@/ui/table/fitting-table';
import { mostCompared } from '../../model/compared-times';
import {
  type ComparedPipes,
  comparedColumns,
  comparedTable,
  farthest,
  type PipeSurvey,
  pipeCounts,
} from '../../model/pipe';
import type { Range } from '../../model/range';
import type { TableFormat } from '../../model/table';
import type { PointState } from '../../model/types';
import { useSaveTable } from '../../queries/save-table';
import styles from './view.module.css';

interface ChoiceProps {
  list: readonly PipeSurvey[];
  zone: string;
  value: readonly number[];
  onChange: (times: number[]) => void;
}

const dayOf = (time: number, zone: string) => formatTime(time, zone).slice(0, 16);

/** The surveys to compare; those without a result cannot be. */
export function SurveysChoice({ list, zone, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('data-views');
  const options = list
    .filter(pipeCounts)
    .map((one) => ({ value: one.time, label: [dayOf(one.time, zone), one.name].filter(Boolean).join(' ') }))
    .reverse();
  return (
    <Select
      mode="multiple"
      allowClear
      maxCount={mostCompared}
      maxTagCount={0}
      maxTagPlaceholder={(chosen) => t('pipe.comparing', { count: chosen.length })}
      style={{ minWidth: 180 }}
      popupMatchSelectWidth={false}
      aria-label={t('profile.compared')}
      placeholder={t('profile.compared')}
      value={value.filter((time) => options.some((one) => one.value === time))}
      options={options}
      onChange={(times: number[]) => onChange([...times].sort((a, b) => a - b))}
    />
  );
}

interface Props {
  compared: ComparedPipes;
  zone: string;
  /** What the changes are relative to, in words. */
  since: string;
}

/** The changes of the chosen surveys at every chainage, side by side. */
export function Comparison({ compared: { surveys, rows }, zone, since }: Props) {
  const { t } = useTranslation('data-views');
  type Row = ComparedPipes['rows'][number];
  return (
    <Panel fill title={t('pipe.comparing', { count: surveys.length })}>
      <div className={styles.column}>
        <p className={styles.facts}>{since}</p>
        <FittingTable<Row>
          label={t('pipe.comparing', { count: surveys.length })}
          rowKey={(row) => row.chainage}
          dataSource={rows}
          scroll={{ x: 'max-content' }}
          headRows={3}
          columns={[
            {
              ...numberColumn<Row>({
                ...{ key: 'chainage', title: t('pipe.chainage'), unit: 'm', decimals: 2, width: 104 },
                value: (row) => row.chainage,
              }),
              fixed: 'start' as const,
            },
            ...surveys.map((survey, i) => ({
              key: survey.time,
              title: (
                <>
                  {dayOf(survey.time, zone)}
                  {survey.name && <div className={styles.name}>{survey.name}</div>}
                </>
              ),
              children: comparedColumns.map(({ key, unit, decimals }) => {
                const most = farthest(survey.nodes, (node) => node[key]);
                const column = numberColumn<Row>({
                  ...{ key: `${survey.time} ${key}`, title: t(`pipe.column.${key}`), unit, decimals, width: 88 },
                  value: (row) => row.nodes[i]?.[key],
                });
                return {
                  ...column,
                  onCell: (row: Row) => (most?.[key] && row.nodes[i] === most ? { className: styles.most } : {}),
                };
              }),
            })),
          ]}
        />
      </div>
    </Panel>
  );
}

/** useComparedFile saves a comparison. */
export function useComparedFile(zone: string, point: PointState, title: string, range: Range) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, zone);
  return (compared: ComparedPipes, format: TableFormat) => {
    const heads = [
      `${t('pipe.chainage')} m`,
      ...compared.surveys.flatMap(({ time }) =>
        comparedColumns.map(({ key, unit }) => `${dayOf(time, zone)} ${t(`pipe.column.${key}`)} ${unit}`),
      ),
    ];
    saveTable({ title, table: comparedTable(compared, heads), range, format });
  };
}
