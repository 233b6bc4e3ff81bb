import type { UseQueryResult } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { usePhone } from '@/ui/use-media';
import { RangeEmpty } from '../../components/range-empty';
import tables from '../../components/reading-table.module.css';
import { SurveyName } from '../../components/survey-name';
import { checksumText, useShortRemarks } from '../../components/survey-texts';
import { counts, isDoubtful, type Survey } from '../../model/surveys';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import styles from './view.module.css';

interface Props {
  label: string;
  zone: string;
  point: PointState;
  query: UseQueryResult<Survey[]>;
  chosen: Survey | null;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
}

/** The surveys of a range, the newest first. */
export function SurveyList({ label, zone, point, query, chosen, state, change }: Props) {
  const { t } = useTranslation(['data-views', 'surveys']);
  const phone = usePhone();
  const remarks = useShortRemarks(zone);
  const checksum = (axis: 'a' | 'b'): TableColumnType<Survey> => ({
    key: axis,
    align: 'right',
    title: <UnitHead title={t('survey.checksumOf', { axis: axis.toUpperCase() })} unit={t('survey.digit')} />,
    render: (_, one) => (
      <span className={`${styles.time} ${one[axis].doubtful ? styles.doubtful : ''}`}>{checksumText(one[axis])}</span>
    ),
  });
  const columns: TableColumnType<Survey>[] = [
    {
      key: 'time',
      title: t('survey.time'),
      render: (_, one) => (
        <span className={`${styles.time} ${counts(one) ? '' : styles.out}`}>
          {formatTime(one.time, zone).slice(0, 16)}
        </span>
      ),
    },
    {
      key: 'name',
      title: t('surveys:name'),
      render: (_, one) => <SurveyName survey={one} point={point} />,
    },
    {
      key: 'range',
      align: 'right',
      title: <UnitHead title={t('survey.range')} unit="m" />,
      render: (_, one) => `${formatNumber(one.from, 1)}–${formatNumber(one.to, 1)}`,
    },
    numberColumn<Survey>({ key: 'count', title: t('survey.stations'), decimals: 0, value: (one) => one.count }),
    checksum('a'),
    checksum('b'),
    {
      key: 'remarks',
      title: t('survey.quality'),
      render: (_, one) => (
        <span className={isDoubtful(one) ? styles.doubtful : tables.flags}>{remarks(one) || t('survey.good')}</span>
      ),
    },
  ];
  return (
    <div className={tables.scroll}>
      <QueryPanel
        query={query}
        rows={8}
        isEmpty={(list) => list.length === 0}
        empty={<RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} />}
      >
        {(list) => (
          <DataTable<Survey>
            label={label}
            rowKey={(one) => one.time}
            dataSource={[...list].reverse()}
            columns={columns}
            {...(phone ? {} : { scroll: { x: 'max-content' } })}
            cards={['time', 'remarks']}
            selectedKey={chosen?.time}
            onOpen={(one) => change({ at: one.time })}
          />
        )}
      </QueryPanel>
    </div>
  );
}
