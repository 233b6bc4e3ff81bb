import { DeleteOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import type { Where } from '../queries';
import { type TestRun, useDeleteRun, useExportRun, useRuns } from '../queries-runs';
import styles from '../runs.module.css';

interface Props {
  where: Where;
  zone: string;
  onOpen: (run: TestRun) => void;
}

/** The saved runs of a device: opened, exported, deleted. */
export function SavedRuns({ where, zone, onOpen }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const query = useRuns(where);
  const remove = useDeleteRun(where);
  const save = useExportRun(where);
  return (
    <Panel title={t('testRun.saved')} className={styles.saved}>
      <QueryPanel
        query={query}
        rows={3}
        failure={t('failed')}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('testRun.none')} hint={t('testRun.noneHint')} />}
      >
        {(list) => (
          <DataTable<TestRun>
            label={t('testRun.saved')}
            rowKey={(run) => run.id}
            dataSource={list}
            pagination={false}
            onOpen={onOpen}
            cards={['name', 'period']}
            columns={[
              { key: 'name', title: t('testRun.name'), render: (_, run) => run.name },
              {
                key: 'period',
                title: t('testRun.period'),
                render: (_, run) => `${formatTime(run.from, zone)} – ${formatTime(run.to, zone)}`,
              },
              { key: 'remark', title: t('testRun.remark'), render: (_, run) => run.remark || t('common:none') },
              {
                key: 'by',
                title: t('testRun.by'),
                render: (_, run) => `${run.accountName} ${formatTime(run.createdAt, zone)}`,
              },
              {
                key: 'actions',
                title: t('testRun.actions'),
                render: (_, run) => (
                  // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks on the buttons from opening the row
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside take the keys
                  <span className={styles.buttons} onClick={(event) => event.stopPropagation()}>
                    {(['csv', 'xlsx'] as const).map((format) => (
                      <Button
                        key={format}
                        size="small"
                        loading={save.isPending && save.variables.run.id === run.id && save.variables.format === format}
                        aria-label={t('testRun.exportAs', { format, name: run.name })}
                        onClick={() => save.mutate({ run, format })}
                      >
                        {format}
                      </Button>
                    ))}
                    <Can any={['Update:Device']}>
                      <Popconfirm
                        title={t('testRun.deleteAsk', { name: run.name })}
                        description={t('testRun.readingsStay')}
                        okText={t('common:action.delete')}
                        cancelText={t('common:action.cancel')}
                        onConfirm={() => remove.mutate(run.id)}
                      >
                        <Button
                          type="text"
                          size="small"
                          icon={<DeleteOutlined aria-hidden />}
                          aria-label={t('testRun.delete', { name: run.name })}
                        />
                      </Popconfirm>
                    </Can>
                  </span>
                ),
              },
            ]}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
