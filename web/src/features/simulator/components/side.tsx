import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { Panel } from '@/ui/panel';
import type { Row } from '../model/draft';
import type { useScope } from '../model/use-scope';
import type { Simulator } from '../model/use-simulator';
import { Counts } from './counts';
import { LimitTable } from './limits';
import styles from './side.module.css';

interface Props {
  s: Simulator;
  scope: ReturnType<typeof useScope>;
  pointName: string;
  names: { current: string; draft: string };
  unit: string;
  decimals: number;
  rows: readonly Row[];
  at: number;
  before: Row | undefined;
  onRow: (at: number) => void;
  onChange: (row: Row) => void;
  onAdopt: () => void;
}

/** Both sets in numbers: limits, alerts, hours; and where the draft applies. */
export function Side(props: Props) {
  const { s, scope, pointName, names, unit, decimals, rows, at, before, onRow, onChange, onAdopt } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const mayEdit = useCan('Update:MeasuringPoint');
  const row = rows[at];
  return (
    <Panel
      title={t('compared')}
      extra={
        <Select<number>
          aria-label={t('against')}
          size="small"
          variant="borderless"
          popupMatchSelectWidth={false}
          value={s.against ? s.asked.against : 0}
          options={[
            { value: 0, label: t('set.current') },
            ...s.earlier.map(({ no, id }) => ({ value: id, label: t('set.version', { no }) })),
          ]}
          onChange={(id) => s.change({ against: id })}
        />
      }
      className={styles.side}
      fill
    >
      <div className={styles.body}>
        {row && (
          <section className={styles.part}>
            {rows.length > 1 && (
              <Select<number>
                aria-label={t('row')}
                size="small"
                className={styles.row ?? ''}
                value={at}
                options={rows.map(({ nodeRange }, value) => ({
                  value,
                  label: nodeRange ? t('nodes', { from: nodeRange[0], to: nodeRange[1] }) : t('allNodes'),
                }))}
                onChange={onRow}
              />
            )}
            <LimitTable
              unit={unit}
              decimals={decimals}
              against={names.current}
              current={before}
              draft={row}
              onChange={onChange}
            />
          </section>
        )}
        {s.current && s.outcome && <Counts current={s.current} draft={s.outcome} names={names} />}
      </div>
      <div className={styles.foot}>
        <Select
          aria-label={t('scope.title')}
          popupMatchSelectWidth={false}
          value={scope.kind}
          options={[
            { value: 'point' as const, label: t('scope.point', { name: pointName }) },
            { value: 'structure' as const, label: t('scope.structure', { count: scope.count }) },
          ]}
          onChange={scope.setKind}
        />
        <Button onClick={s.reset} disabled={!s.changed}>
          {t('common:action.reset')}
        </Button>
        {mayEdit && (
          <Button type="primary" disabled={!s.changed || s.wrong || scope.loading} onClick={onAdopt}>
            {scope.wide ? t('adopt.many', { count: scope.changes.length }) : t('adopt.one', { no: s.no })}
          </Button>
        )}
      </div>
    </Panel>
  );
}
