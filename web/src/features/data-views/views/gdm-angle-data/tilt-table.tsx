import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { Can } from '@/entities/permission/can';
import { formatNumber } from '@/ui/format/number';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { PagedTable } from '../../components/paged-table';
import { readingColumns } from '../../components/reading-columns';
import type { ReadingRecord } from '../../model/reading-page';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { useGatewayTilt, useTakeGatewayTilt } from '../../queries/gateway';
import styles from './view.module.css';

interface Props {
  zone: string;
  point: PointState;
  page: Page;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
}

/** The angles with their changes, newest first, and the initial tilt of the gateway. */
export function TiltTable({ zone, point, page, state, change }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [pageSize, setPageSize] = useState(20);
  const flagWord = useChartWords(zone).flag;
  const query = useGatewayTilt({ point, range: state.range, base: state.base, page: state.page, pageSize });
  const take = useTakeGatewayTilt(point, query.data?.deviceId ?? 0);
  const initial = query.data?.initial;
  const angle = (value: number) => formatNumber(value, 3);
  return (
    <Panel fill className={styles.table}>
      <div className={styles.head}>
        <h3>{t('gateway.readings')}</h3>
        {query.data && (
          <span className={styles.initial} role="status">
            {initial
              ? t('gateway.initial', { x: angle(initial.x0), y: angle(initial.y0), z: angle(initial.z0) })
              : t('gateway.noInitial')}
          </span>
        )}
        {query.data && (
          <Can any={['Update:Device']}>
            <Popconfirm
              title={t('gateway.take')}
              description={t('gateway.takeHint')}
              onConfirm={() => take.mutate(undefined, { onSuccess: () => announce('success', t('gateway.taken')) })}
            >
              <Button type={initial ? 'default' : 'primary'} loading={take.isPending}>
                {t('gateway.take')}
              </Button>
            </Popconfirm>
          </Can>
        )}
      </div>
      <PagedTable<ReadingRecord>
        label={page.title}
        rows={query.data?.rows}
        timeOf={(row) => row.time}
        columns={() =>
          query.data
            ? readingColumns(query.data, {
                ...{ group: undefined, look: undefined, zone, t, flagWord },
                typeWord: () => t('gateway.change'),
                onAsk: ({ time }) => change({ at: time }),
              })
            : []
        }
        {...{ zone, point, query, state, change, pageSize }}
        onPageSize={setPageSize}
      />
    </Panel>
  );
}
