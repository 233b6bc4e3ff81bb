import { CopyOutlined, ImportOutlined, KeyOutlined, SwapOutlined, SwitcherOutlined } from '@ant-design/icons';
import { Button, Pagination, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { DevicesNav } from '@/entities/device/devices-nav';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import list from '@/ui/list-page.module.css';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { CloneDialog, MoveDialog, RotateDialog, SwapDialog } from '../components/dialogs';
import { UndoDialog } from '../components/undo-dialog';
import { type Action, pageSize, useActions } from '../queries';

const dialogs = { move: MoveDialog, swap: SwapDialog, clone: CloneDialog, rotate: RotateDialog } as const;

/** Bulk actions on devices: the available ones, and the history, from which each can be undone as a whole. */
export default function ActionsPage() {
  const { t } = useTranslation(['bulk', 'common']);
  const projectId = Number(useParams().projectId);
  const corporationId = useProject(projectId).data?.corporationId;
  const zone = useZone(projectId);
  const now = useNow();
  const { search, put, page, toPage } = useAddress();
  const wanted = search.get('do');
  const chosen = (search.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);
  const query = useActions(corporationId, projectId, page);
  const [undoing, setUndoing] = useState<Action>();
  const Dialog = wanted && wanted in dialogs ? dialogs[wanted as keyof typeof dialogs] : undefined;
  const open = (name: keyof typeof dialogs | null) => put(name ? { do: name } : { do: null, ids: null });
  const made = (one: Action) =>
    listText(
      [
        one.devices > 0 && one.kind === 'importDevices' && t('actions.made.devices', { count: one.devices }),
        one.points > 0 && t('actions.made.points', { count: one.points }),
        one.moved > 0 && t('actions.made.moved', { count: one.moved }),
        one.oldSecretUntil > 0 && t('actions.made.oldUntil', { time: formatTime(one.oldSecretUntil, zone, 'list') }),
      ].filter((word) => word !== false),
    ) || '—';
  const undoable = (one: Action) => one.undoneAt === 0 && (one.kind !== 'rotateSecret' || one.oldSecretUntil > now);
  const columns: TableColumnType<Action>[] = [
    { key: 'kind', title: t('actions.column.kind'), render: (_, one) => <b>{t(`actions.kind.${one.kind}`)}</b> },
    { key: 'subject', title: t('actions.column.subject'), render: (_, one) => one.subject },
    { key: 'made', title: t('actions.column.made'), render: (_, one) => made(one) },
    {
      key: 'validFrom',
      title: t('actions.column.validFrom'),
      render: (_, one) => formatTime(one.validFrom, zone, 'list'),
    },
    { key: 'by', title: t('actions.column.by'), render: (_, one) => one.accountName || '—' },
    { key: 'at', title: t('actions.column.at'), render: (_, one) => formatTime(one.createdAt, zone, 'list') },
    {
      key: 'state',
      align: 'right',
      title: t('actions.column.state'),
      render: (_, one) =>
        one.undoneAt > 0 ? (
          t('actions.undoneBy', { name: one.undoneByName, time: formatTime(one.undoneAt, zone, 'list') })
        ) : undoable(one) ? (
          <Button
            size="small"
            aria-label={t('actions.undoTitle', { name: one.subject })}
            onClick={() => setUndoing(one)}
          >
            {t('actions.undo')}
          </Button>
        ) : (
          t('actions.standing')
        ),
    },
  ];
  return (
    <div className={list.page}>
      <h1 className="visually-hidden">{t('actions.title')}</h1>
      <Panel fill busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={corporationId} here="actions" />
            <span className={list.space} />
            <Can any={['Create:Device']}>
              <Link to={`/projects/${projectId}/devices/import`}>{t('importing.title')}</Link>
            </Can>
            <Link to={`/projects/${projectId}/devices/labels`}>{t('labels.title')}</Link>
            <Can any={['Update:Device']}>
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => open('move')}>
                {t('move.title')}
              </Button>
              <Button icon={<SwapOutlined aria-hidden />} onClick={() => open('swap')}>
                {t('swap.title')}
              </Button>
              <Button icon={<KeyOutlined aria-hidden />} onClick={() => open('rotate')}>
                {t('rotate.title')}
              </Button>
            </Can>
            <Can any={['Create:Structure']}>
              <Button icon={<CopyOutlined aria-hidden />} onClick={() => open('clone')}>
                {t('clone.title')}
              </Button>
            </Can>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              rows={8}
              failure={t('actions.failed')}
              isEmpty={(one) => one.list.length === 0}
              empty={<PanelEmpty title={t('actions.none')} hint={t('actions.noneHint')} />}
            >
              {(one) => (
                <DataTable<Action>
                  label={t('actions.list')}
                  rowKey={(a) => a.id}
                  dataSource={one.list}
                  columns={columns}
                  cards={['kind', 'subject']}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>
              <SwitcherOutlined aria-hidden /> {t('actions.hint')}
            </span>
            <Pagination
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={toPage}
            />
          </div>
        </div>
      </Panel>
      {Dialog && corporationId !== undefined && (
        <Dialog
          corporationId={corporationId}
          projectId={projectId}
          zone={zone}
          chosen={chosen}
          onClose={() => open(null)}
        />
      )}
      {undoing && corporationId !== undefined && (
        <UndoDialog corporationId={corporationId} action={undoing} zone={zone} onClose={() => setUndoing(undefined)} />
      )}
    </div>
  );
}
