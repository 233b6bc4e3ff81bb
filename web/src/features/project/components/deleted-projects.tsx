import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { Dialog } from '@/ui/dialog';
import { counted } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedInput } from '@/ui/form/limited';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';

type Schemas = components['schemas'];
type DeletedProject = Schemas['DeletedProject'];
type Restored = Schemas['RestoredProject'];

const pageSize = 20;

interface Props {
  corporationId: number;
  open: boolean;
  onClose: () => void;
}

/** Projects that were deleted in the last thirty days, and can be restored. */
export function DeletedProjects({ corporationId, open, onClose }: Props) {
  const { t } = useTranslation(['sites', 'project', 'common']);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<DeletedProject | null>(null);
  const [restored, setRestored] = useState<Restored | null>(null);
  const query = useQuery({
    queryKey: ['deleted-projects', corporationId, page],
    enabled: open,
    staleTime: 0,
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/deleted-projects', {
          params: { path: { corporationId }, query: { page, pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Drawer
      closable={{ placement: 'end' }}
      size={760}
      open={open}
      title={t('deleted.title')}
      onClose={() => {
        setRestored(null);
        onClose();
      }}
    >
      {restored && <Outcome restored={restored} />}
      <p>{t('deleted.hint')}</p>
      <QueryPanel
        query={query}
        failure={t('deleted.failed')}
        rows={5}
        isEmpty={(answer) => answer.list.length === 0}
        empty={<PanelEmpty title={t('deleted.none')} />}
      >
        {(answer) => (
          <DataTable<DeletedProject>
            label={t('deleted.title')}
            rowKey={(one) => one.id}
            dataSource={answer.list}
            pagination={
              answer.total > pageSize
                ? { current: page, pageSize, total: answer.total, showSizeChanger: false, onChange: setPage }
                : false
            }
            columns={[
              { key: 'name', title: t('project:list.name'), ellipsis: true, render: (_, one) => one.name },
              {
                key: 'points',
                title: t('deleted.points'),
                align: 'right',
                width: 72,
                responsive: ['sm'],
                render: (_, one) => formatNumber(one.points, 0),
              },
              { key: 'by', title: t('deleted.by'), width: 110, ellipsis: true, render: (_, one) => one.deletedBy },
              {
                key: 'at',
                title: t('deleted.at'),
                align: 'right',
                width: 110,
                render: (_, one) => formatTime(one.deletedAt, one.timeZone, 'list'),
              },
              {
                key: 'until',
                title: t('deleted.until'),
                align: 'right',
                width: 110,
                responsive: ['sm'],
                render: (_, one) => formatTime(one.until, one.timeZone, 'list'),
              },
              {
                key: 'action',
                align: 'right',
                width: 84,
                title: <span className="visually-hidden">{t('deleted.restore')}</span>,
                render: (_, one) => (
                  <Button type="link" size="small" onClick={() => setChosen(one)}>
                    {t('deleted.restore')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryPanel>
      {chosen && (
        <Restore
          key={chosen.id}
          corporationId={corporationId}
          project={chosen}
          onDone={(outcome) => {
            setRestored(outcome);
            setChosen(null);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Drawer>
  );
}

interface RestoreProps {
  corporationId: number;
  project: DeletedProject;
  onDone: (outcome: Restored) => void;
  onClose: () => void;
}

function Restore({ corporationId, project, onDone, onClose }: RestoreProps) {
  const { t } = useTranslation('sites');
  const [name, setName] = useState(project.name);
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: () =>
      data(
        client.POST('/api/corporations/{corporationId}/deleted-projects/{deletedProjectId}/restore', {
          params: { path: { corporationId, deletedProjectId: project.id } },
          body: name.trim() === project.name ? {} : { name: name.trim() },
        }),
      ),
    meta: { quiet: true },
    onSuccess: (outcome) => {
      for (const queryKey of [['deleted-projects'], keys.projects, keys.stats])
        void queryClient.invalidateQueries({ queryKey });
      onDone(outcome);
    },
  });
  return (
    <Dialog
      open
      width={440}
      title={t('deleted.restoreTitle', { name: project.name })}
      okText={t('deleted.restore')}
      okButtonProps={{ loading: restore.isPending, disabled: name.trim() === '' || !fits(name, 20) }}
      onCancel={onClose}
      onOk={() => restore.mutate()}
    >
      <p>{t('deleted.restoreHint')}</p>
      <LimitedInput
        aria-label={t('deleted.name')}
        max={20}
        count={counted(20)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FormError error={restore.error ?? undefined} />
    </Dialog>
  );
}

/** What was restored, and what was not. */
function Outcome({ restored }: { restored: Restored }) {
  const { t } = useTranslation('sites');
  return (
    <Alert
      type={restored.left.length + restored.unbound.length > 0 ? 'warning' : 'success'}
      showIcon
      title={`${restored.name}: ${t('deleted.done', { count: restored.devices })}`}
      description={
        <>
          {restored.left.length > 0 && <p>{t('deleted.left', { names: restored.left.join(', ') })}</p>}
          {restored.unbound.length > 0 && <p>{t('deleted.unbound', { names: restored.unbound.join(', ') })}</p>}
        </>
      }
    />
  );
}
