import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type Help, helpQuery, useEndHelp } from '../queries';

const pageSize = 10;

/** Platform operators who are helping here, with a button that ends their session. */
export function HelpPanel({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation(['corporation', 'common']);
  const { modal } = App.useApp();
  const [page, setPage] = useState(1);
  const query = useQuery(helpQuery(corporationId, page));
  const { mutate, isPending } = useEndHelp(corporationId);
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const shown = query.data !== undefined;

  useEffect(() => {
    // The notification of a visit leads here.
    if (shown && hash === '#help') place.current?.scrollIntoView({ block: 'center' });
  }, [shown, hash]);

  function ask(visit: Help) {
    modal.confirm({
      title: t('help.endTitle', { name: visit.operator }),
      content: t('help.endText'),
      okText: t('help.end'),
      onOk: () => mutate(visit.id),
    });
  }

  return (
    <div ref={place}>
      <Panel title={t('help.title')} busy={query.isFetching && query.data !== undefined}>
        <QueryPanel
          query={query}
          rows={3}
          isEmpty={(answer) => answer.total === 0}
          empty={<PanelEmpty title={t('help.none')} hint={t('help.hint')} />}
        >
          {(answer) => (
            <DataTable<Help>
              label={t('help.title')}
              rowKey={(visit) => visit.id}
              dataSource={answer.list}
              pagination={
                answer.total > pageSize
                  ? { current: page, pageSize, total: answer.total, showSizeChanger: false, onChange: setPage }
                  : false
              }
              columns={[
                { key: 'operator', title: t('help.operator'), render: (_, visit) => <b>{visit.operator}</b> },
                { key: 'ip', title: t('help.from'), responsive: ['sm'], render: (_, visit) => visit.ip },
                {
                  key: 'came',
                  title: t('help.came'),
                  render: (_, visit) => formatTime(visit.createdAt, undefined, 'full'),
                },
                {
                  key: 'until',
                  title: t('help.until'),
                  responsive: ['sm'],
                  render: (_, visit) => formatTime(visit.endsAt, undefined, 'full'),
                },
                {
                  key: 'state',
                  title: t('help.state'),
                  width: 200,
                  render: (_, visit) =>
                    visit.ended ? (
                      t('help.ended')
                    ) : (
                      <>
                        {t('help.inside')}{' '}
                        <Can any={['Update:Corporation']}>
                          <Button danger loading={isPending} onClick={() => ask(visit)}>
                            {t('help.end')}
                          </Button>
                        </Can>
                      </>
                    ),
                },
              ]}
            />
          )}
        </QueryPanel>
      </Panel>
    </div>
  );
}
