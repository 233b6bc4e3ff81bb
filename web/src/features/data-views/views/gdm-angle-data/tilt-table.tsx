import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { Can } from '@/entities/permission/can';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { readingColumns } from '../../components/reading-columns';
import tables from '../../components/reading-table.module.css';
import { TableFoot } from '../../components/table-foot';
import type { ReadingRecord } from '../../model/reading-page';
import { useTypeWord } from '../../model/type-word';
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
  const typeWord = useTypeWord();
  const flagWord = useChartWords(zone).flag;
  const query = useGatewayTilt({ point, range: state.range, base: state.base, page: state.page, pageSize });
  const take = useTakeGatewayTilt(point, query.data?.deviceId ?? 0);
  const initial = query.data?.initial;
  const angle = (value: number) => formatNumber(value, 3);
  const last = point.time === null ? t('empty.never') : t('empty.last', { time: formatTime(point.time, zone) });
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
      <div className={tables.scroll}>
        <QueryPanel
          query={query}
          rows={6}
          isEmpty={(found) => found.total === 0}
          empty={<PanelEmpty title={t('empty.range')} hint={last} />}
        >
          {(found) => (
            <DataTable<ReadingRecord>
              label={page.title}
              rowKey={(row) => row.time}
              dataSource={[...found.rows]}
              columns={readingColumns(found, {
                ...{ group: undefined, look: undefined, zone, t, typeWord, flagWord },
                onAsk: ({ time }) => change({ at: time }),
              })}
              scroll={{ x: 'max-content' }}
            />
          )}
        </QueryPanel>
      </div>
      <TableFoot
        total={query.data?.total ?? 0}
        current={state.page}
        pageSize={pageSize}
        onPage={(to, size) => {
          setPageSize(size);
          change({ page: size === pageSize ? to : 1 });
        }}
      />
    </Panel>
  );
}
