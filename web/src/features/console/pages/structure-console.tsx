import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { UpdateRecords } from '@/entities/update-records/update-records';
import { useAddress } from '@/ui/table/use-address';
import { ConsoleFrame } from '../components/console-frame';
import { GnssForm } from '../components/gnss-form';
import { PointGrid } from '../components/point-grid';
import { StructureDialog } from '../components/structure-dialog';
import { StructurePoints } from '../components/structure-points';
import { useStructures } from '../queries/project';
import styles from './console.module.css';

/** A structure or an item: its points, and adding new ones in bulk. */
export default function StructureConsole() {
  const { t } = useTranslation(['console', 'sites', 'common']);
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  const itemId = Number(params.itemId ?? 0);
  const project = useProject(projectId);
  const zone = useZone(projectId);
  const structures = useStructures(projectId);
  const { search, put } = useAddress();
  const tab = search.get('tab') ?? 'points';
  const adding = search.get('add') === 'points';
  const setAdding = (on: boolean) => put({ add: on ? 'points' : null });
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const list = structures.data?.list ?? [];
  const structure = list.find((one) => one.id === structureId);
  const item = list.find((one) => one.id === itemId);
  const base = `/projects/${projectId}/console`;
  return (
    <ConsoleFrame
      title={(item ?? structure)?.name ?? ''}
      way={[
        { name: project.data?.name ?? '', to: base },
        ...(item && structure ? [{ name: structure.name, to: `${base}/structures/${structureId}` }] : []),
      ]}
      actions={
        <>
          <Can any={['Update:Structure']}>
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
              {t('common:action.edit')}
            </Button>
          </Can>
          <Can any={['Create:MeasuringPoint']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              {t('point.add')}
            </Button>
          </Can>
        </>
      }
    >
      <Tabs
        className={styles.tabs ?? ''}
        destroyOnHidden
        activeKey={tab}
        onChange={(key) => put({ tab: key === 'points' ? null : key })}
        items={[
          {
            key: 'points',
            label: t('sites:structure.points'),
            children: <StructurePoints projectId={projectId} structureId={structureId} itemId={itemId} zone={zone} />,
          },
          ...(item || !structure
            ? []
            : [
                {
                  key: 'gnss',
                  label: t('sites:gnss.title'),
                  children: <GnssForm key={structure.id} structure={structure} />,
                },
              ]),
          {
            key: 'records',
            label: t('sites:records.title'),
            children: <UpdateRecords about={{ projectId, structureId: itemId || structureId }} zone={zone} />,
          },
        ]}
      />
      {project.data && (
        <PointGrid
          key={`${structureId}:${itemId}:${adding}`}
          open={adding}
          projectId={projectId}
          corporationId={project.data.corporationId}
          structureId={structureId}
          itemId={itemId}
          onClose={() => setAdding(false)}
        />
      )}
      <StructureDialog
        projectId={projectId}
        open={editing}
        structure={item ?? structure ?? null}
        parentId={0}
        onClose={() => setEditing(false)}
        onDeleted={() => navigate(item ? `${base}/structures/${structureId}` : base)}
      />
    </ConsoleFrame>
  );
}
