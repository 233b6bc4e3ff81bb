import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { DataTable } from '@/ui/table/data-table';
import styles from '../../components/analysis.module.css';
import type { FailureEstimate, Predicted } from '../../queries/analysis';
import { widthOf } from './model';

type Estimate = FailureEstimate['history'][number];
type Condition = FailureEstimate['conditions'][number];

/** How the estimate moved, and the conditions under which it may be used. */
export function FailureSide({ predicted, zone }: { predicted: Predicted | null; zone: string }) {
  const { t } = useTranslation('analysis');
  const failure = predicted?.prediction.failure;
  return (
    <>
      <Panel title={t('failure.history')} extra={t('failure.sameBegin')} fill>
        {failure && <History list={failure.history} zone={zone} />}
      </Panel>
      <Panel title={t('conditions')} fill>
        {failure && (
          <ul className={styles.conditions}>
            {failure.conditions.map((one) => (
              <ConditionLine key={one.name} condition={one} />
            ))}
          </ul>
        )}
        <div className={styles.words}>
          <p>{t('failure.method')}</p>
          <p>{t('about.never')}</p>
        </div>
        <Notice>{t('failure.unproven')}</Notice>
      </Panel>
    </>
  );
}

function ConditionLine({ condition: { name, met, value, limit } }: { condition: Condition }) {
  const { t } = useTranslation('analysis');
  const number = name === 'complete' ? (v: number) => formatPercent(v, 0) : (v: number) => formatNumber(v, 2);
  const figures =
    typeof value === 'number' && typeof limit === 'number' ? { value: number(value), limit: number(limit) } : {};
  return (
    <li data-met={met}>
      {met ? <CheckOutlined aria-label={t('met')} /> : <CloseOutlined aria-label={t('notMet')} />}
      <span>{t(`condition.${name}`, figures)}</span>
    </li>
  );
}

function History({ list, zone }: { list: readonly Estimate[]; zone: string }) {
  const { t } = useTranslation('analysis');
  return (
    <DataTable<Estimate>
      label={t('failure.history')}
      rowKey={(row) => row.at}
      dataSource={[...list]}
      columns={[
        { key: 'at', title: t('failure.at'), render: (_, { at }) => <Moment t={at} zone={zone} /> },
        {
          key: 'time',
          title: t('failure.timeShort'),
          render: (_, { time }) => (time ? <Moment t={time} zone={zone} /> : '—'),
        },
        {
          key: 'width',
          title: t('failure.width'),
          align: 'right',
          render: (_, one) => {
            const width = one.time ? widthOf(one) : null;
            return width === null ? '—' : formatNumber(width, 1);
          },
        },
        { key: 'r2', title: 'R²', align: 'right', render: (_, { r2 }) => formatNumber(r2, 3) },
      ]}
    />
  );
}

function Moment({ t, zone }: { t: number; zone: string }) {
  return <span className={styles.moment}>{formatTime(t, zone, 'list')}</span>;
}
