import { PlusOutlined } from '@ant-design/icons';
import { Button, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { spanOf, useCorrectionText } from '@/entities/correction/correction-text';
import { type Correction, useCorrections } from '@/entities/correction/queries';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../pages/console.module.css';
import type { Point } from '../queries/points';
import { CorrectionDrawer } from './correction-drawer';

interface Props {
  point: Point;
  zone: string;
}

/** Corrections of a point: records that enter the computation and can be revoked. */
export function Corrections({ point, zone }: Props) {
  const { t } = useTranslation(['console', 'common', 'explain']);
  const query = useCorrections(point.structureId, point.id);
  const [adding, setAdding] = useState(false);
  const tell = useCorrectionText(point.measurement);
  const revoking = useRevokeDialog(point, zone, tell);
  const columns: TableColumnType<Correction>[] = [
    { key: 'kind', title: t('correction.kind'), render: (_, c) => t(`explain:kind.${c.kind}`) },
    {
      key: 'from',
      title: t('correction.from'),
      render: (_, c) => spanOf(c, zone),
    },
    { key: 'what', title: t('correction.what'), render: (_, c) => tell(c) },
    { key: 'note', title: t('correction.note'), render: (_, c) => c.note },
    {
      key: 'state',
      title: t('correction.state'),
      render: (_, c) =>
        c.takenBackAt > 0
          ? t('correction.takenBack', { time: formatTime(c.takenBackAt, zone, 'list') })
          : t('correction.stands'),
    },
    {
      key: 'action',
      title: t('action'),
      align: 'right',
      render: (_, c) => c.takenBackAt === 0 && revoking.button(c),
    },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Can any={['Update:Data']}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('correction.add')}
          </Button>
          <Link to={`/projects/${point.projectId}/console/structures/${point.structureId}/initshifts`}>
            {t('correction.upload')}
          </Link>
        </Can>
        <span className={styles.quiet}>{t('correction.hint')}</span>
      </div>
      <QueryPanel
        query={query}
        rows={5}
        isEmpty={(list) => list.length === 0}
        empty={<PanelEmpty title={t('correction.none')} />}
      >
        {(list) => (
          <DataTable<Correction>
            label={t('pointTab.corrections')}
            rowKey={(c) => c.id}
            dataSource={[...list].sort((a, b) => b.recordedAt - a.recordedAt)}
            columns={columns}
            cards={['kind', 'state']}
          />
        )}
      </QueryPanel>
      <CorrectionDrawer key={String(adding)} open={adding} point={point} zone={zone} onClose={() => setAdding(false)} />
      {revoking.dialog}
    </>
  );
}
