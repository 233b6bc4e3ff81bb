import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldName, useMeasurementName } from '@/api/catalog';
import { LevelTag } from '@/entities/alert/level-tag';
import { useCan } from '@/entities/permission/permissions';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../gradings.module.css';
import { type Grading, type Multi, useGradings, useMultiGradings, useRemoveGrading } from '../queries';
import { GradingEditor } from './grading-editor';
import { MultiEditor } from './multi-editor';

/** The gradings of a project: those of one attribute, and those of several. */
export function GradingList({ projectId }: { projectId: number }) {
  const { t } = useTranslation(['gradings', 'common']);
  const { search, put } = useAddress();
  const singles = useGradings(projectId);
  const multis = useMultiGradings(projectId);
  const mayCreate = useCan('Create:AlertRule');
  const open = search.get('open') ?? '';
  const close = () => put({ open: null });
  const [kind, id] = open.split('-');
  if (kind === 'single' && singles.data) {
    const chosen = singles.data.list.find((one) => String(one.id) === id);
    return (
      <GradingEditor
        key={open}
        projectId={projectId}
        grading={chosen}
        twoIndex={singles.data.twoIndex}
        onClose={close}
      />
    );
  }
  if (kind === 'multi' && multis.data) {
    const chosen = multis.data.list.find((one) => String(one.id) === id);
    return <MultiEditor key={open} projectId={projectId} grading={chosen} onClose={close} />;
  }
  const add = (what: 'single' | 'multi', main: boolean) =>
    mayCreate && (
      <Button type={main ? 'primary' : 'default'} onClick={() => put({ open: `${what}-0` })}>
        {t(`add.${what}`)}
      </Button>
    );
  return (
    <>
      <div className={styles.levelHead}>
        <h3>{t('singles')}</h3>
        <span className={styles.space} />
        {add('single', true)}
      </div>
      <QueryPanel
        query={singles}
        failure={t('failed')}
        rows={3}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('noSingles')} hint={t('noSinglesHint')} />}
      >
        {({ list }) => (
          <SingleTable projectId={projectId} list={list} onOpen={(one) => put({ open: `single-${one}` })} />
        )}
      </QueryPanel>
      <div className={styles.levelHead}>
        <h3>{t('multis')}</h3>
        <span className={styles.space} />
        {add('multi', false)}
      </div>
      <QueryPanel
        query={multis}
        failure={t('failed')}
        rows={3}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('noMultis')} hint={t('noMultisHint')} />}
      >
        {({ list }) => <MultiTable projectId={projectId} list={list} onOpen={(one) => put({ open: `multi-${one}` })} />}
      </QueryPanel>
    </>
  );
}

interface TableProps<T> {
  projectId: number;
  list: T[];
  onOpen: (id: number) => void;
}

function SingleTable({ projectId, list, onOpen }: TableProps<Grading>) {
  const { t } = useTranslation(['gradings', 'common']);
  const measurementName = useMeasurementName();
  const fieldName = useFieldName();
  return (
    <DataTable<Grading>
      label={t('singles')}
      rowKey={(row) => row.id}
      dataSource={list}
      onOpen={(row) => onOpen(row.id)}
      cards={['name', 'state']}
      columns={[
        { key: 'name', title: t('name'), render: (_, row) => row.name },
        {
          key: 'what',
          title: t('attribute'),
          render: (_, row) => `${measurementName(row.measurement)} · ${fieldName(row.measurement, row.field)}`,
        },
        {
          key: 'levels',
          title: t('grades'),
          render: (_, row) => (
            <span className={styles.levelHead}>
              {(row.levels ?? [])
                .filter(({ enable }) => enable)
                .map(({ level }) => (
                  <LevelTag key={level} level={asLevel(level)} />
                ))}
            </span>
          ),
        },
        {
          key: 'state',
          title: t('state'),
          render: (_, row) => (row.enable ? t('enabled') : <Tag>{t('disabled')}</Tag>),
        },
        {
          key: 'remove',
          title: t('common:action.delete'),
          render: (_, row) => <Remove projectId={projectId} id={row.id} name={row.name} multi={false} />,
        },
      ]}
    />
  );
}

function MultiTable({ projectId, list, onOpen }: TableProps<Multi>) {
  const { t } = useTranslation(['gradings', 'common']);
  return (
    <DataTable<Multi>
      label={t('multis')}
      rowKey={(row) => row.id}
      dataSource={list}
      onOpen={(row) => onOpen(row.id)}
      cards={['name', 'state']}
      columns={[
        { key: 'name', title: t('name'), render: (_, row) => row.name },
        { key: 'level', title: t('grade'), render: (_, row) => <LevelTag level={asLevel(row.level)} /> },
        {
          key: 'conditions',
          title: t('conditions'),
          render: (_, row) =>
            row.atLeast
              ? t('needed', { count: row.atLeast, total: row.conditions?.length ?? 0 })
              : t('neededAll', { total: row.conditions?.length ?? 0 }),
        },
        { key: 'window', title: t('window'), render: (_, row) => `${row.timeWindow || 60} ${t('minutes')}` },
        {
          key: 'state',
          title: t('state'),
          render: (_, row) => (row.enable ? t('enabled') : <Tag>{t('disabled')}</Tag>),
        },
        {
          key: 'remove',
          title: t('common:action.delete'),
          render: (_, row) => <Remove projectId={projectId} id={row.id} name={row.name} multi />,
        },
      ]}
    />
  );
}

function Remove({ projectId, id, name, multi }: { projectId: number; id: number; name: string; multi: boolean }) {
  const { t } = useTranslation(['gradings', 'common']);
  const { modal } = App.useApp();
  const remove = useRemoveGrading(projectId);
  if (!useCan('Delete:AlertRule')) return null;
  return (
    <Button
      size="small"
      danger
      onClick={(event) => {
        event.stopPropagation();
        modal.confirm({
          title: t('removeAsk', { name }),
          content: t('removeHint'),
          okText: t('common:action.delete'),
          okButtonProps: { danger: true },
          onOk: async () => {
            await remove.mutateAsync({ id, multi });
            announce('success', t('removed'));
          },
        });
      }}
    >
      {t('common:action.delete')}
    </Button>
  );
}
