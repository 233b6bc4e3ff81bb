import { useQuery } from '@tanstack/react-query';
import { Button, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { structureTypesQuery, useLabel } from '@/api/catalog';
import { Can } from '@/entities/permission/can';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { addPointPath } from '../model/paths';
import styles from '../pages/console.module.css';
import { type Structure, useStructures } from '../queries/project';
import { itemsOf, roots } from './console-frame';
import { StructureDialog } from './structure-dialog';

/** Structures on a page of the table; the search of the tree finds the others. */
const onPage = 50;
/** Up to this many structures are shown with their items expanded. */
const openUpTo = 40;

interface Line extends Structure {
  children?: Line[];
}

/** The structures of a project with their items. */
export function StructureTable({ projectId, onAdd }: { projectId: number; onAdd: () => void }) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const query = useStructures(projectId);
  const { data: types = [] } = useQuery(structureTypesQuery);
  const [itemOf, setItemOf] = useState(0);
  const [edited, setEdited] = useState<Structure | null>(null);
  const base = `/projects/${projectId}/console/structures`;
  const columns: TableColumnType<Line>[] = [
    {
      key: 'name',
      title: t('structure.name'),
      render: (_, one) => (
        <Link to={one.isItem ? `${base}/${one.parentId}/items/${one.id}` : `${base}/${one.id}`}>{one.name}</Link>
      ),
    },
    {
      key: 'kind',
      title: t('structure.kind'),
      render: (_, one) => (one.isItem ? t('common:entity.item') : t('common:entity.structure')),
    },
    {
      key: 'type',
      title: t('structure.type'),
      render: (_, one) => {
        const found = types.find((type) => type.code === one.type);
        return one.isItem ? '—' : found ? say(found.label) : one.type || '—';
      },
    },
    { key: 'remarks', title: t('structure.remarks'), render: (_, one) => one.remarks || '—' },
    {
      key: 'action',
      title: t('action'),
      align: 'right',
      className: styles.actions ?? '',
      render: (_, one) => (
        <>
          <Can any={['Create:MeasuringPoint']}>
            <Link className={styles.action ?? ''} to={addPointPath(projectId, one)}>
              {t('common:action.addPoint')}
            </Link>
          </Can>
          {!one.isItem && (
            <Can any={['Create:Structure']}>
              <Button type="link" size="small" onClick={() => setItemOf(one.id)}>
                {t('structure.addItem')}
              </Button>
            </Can>
          )}
          <Can any={['Update:Structure']}>
            <Button type="link" size="small" onClick={() => setEdited(one)}>
              {t('common:action.edit')}
            </Button>
          </Can>
        </>
      ),
    },
  ];
  return (
    <>
      <QueryPanel
        query={query}
        rows={6}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <PanelEmpty
            title={t('structure.none')}
            hint={t('structure.noneHint')}
            action={
              <Can any={['Create:Structure']}>
                <Button type="primary" onClick={onAdd}>
                  {t('common:action.firstStructure')}
                </Button>
              </Can>
            }
          />
        }
      >
        {({ list }) => (
          <DataTable<Line>
            label={t('tab.structures')}
            rowKey={(one) => one.id}
            dataSource={roots(list).map((one) => {
              const items = itemsOf(list, one.id);
              return items.length > 0 ? { ...one, children: items } : one;
            })}
            columns={columns}
            cards={['name']}
            expandable={{ defaultExpandAllRows: list.length <= openUpTo }}
            pagination={{ pageSize: onPage, hideOnSinglePage: true, showSizeChanger: false }}
          />
        )}
      </QueryPanel>
      <StructureDialog
        projectId={projectId}
        open={itemOf > 0 || edited !== null}
        structure={edited}
        parentId={itemOf}
        onClose={() => {
          setItemOf(0);
          setEdited(null);
        }}
      />
    </>
  );
}
