import { useQuery } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useAttributes, useFieldName } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { type Correction, useCorrections } from '@/entities/correction/queries';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { axisOf } from '@/entities/manual/manual';
import { ManualEntry } from '@/entities/manual/manual-entry';
import { Can } from '@/entities/permission/can';
import { listText } from '@/ui/format/list';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import own from '../editors/point-settings.module.css';
import type { Point } from '../queries/points';

type NodeValue = components['schemas']['CorrectionNodeValue'];

interface Props {
  point: Point;
  zone: string;
}

/** Readings of a manual point: typed or pasted, and withdrawn. */
export function ManualData(props: Props) {
  const { t } = useTranslation('point-settings');
  // The columns come from the catalog: a paste before it is loaded would lose cells.
  const catalog = useQuery(measurementsQuery);
  return (
    <QueryPanel query={catalog} failure={t('manual.failed')}>
      {() => (
        <>
          <Can any={['Create:Data']}>
            <ManualEntry {...props} />
          </Can>
          <Entered {...props} />
        </>
      )}
    </QueryPanel>
  );
}

function Entered({ point, zone }: Props) {
  const { t } = useTranslation('point-settings');
  const fieldName = useFieldName();
  const attributes = useAttributes(point.measurement);
  const query = useCorrections(point.structureId, point.id);
  const valuesText = (values: Record<string, number> | undefined) =>
    listText(
      Object.entries(values ?? {}).map(([name, value]) => {
        const found = attributes.find((a) => a.name === name);
        return `${fieldName(point.measurement, name)} ${withUnit(formatNumber(value, found?.decimals), found?.unit ?? '')}`;
      }),
    );
  const axis = axisOf(attributes);
  const nodes = (c: Correction) => [...(c.nodeValues ?? [])].sort((a, b) => (a.depth ?? a.no) - (b.depth ?? b.no));
  const nodeText = (node: NodeValue) =>
    node.depth !== undefined && axis ? withUnit(formatNumber(node.depth, axis.decimals), axis.unit) : String(node.no);
  const text = (c: Correction) => {
    const count = c.nodeValues?.length ?? 0;
    return listText([
      ...(count > 0 ? [t('manual.nodes', { count })] : []),
      ...(Object.keys(c.values ?? {}).length > 0 ? [valuesText(c.values)] : []),
    ]);
  };
  const revoking = useRevokeDialog(point, zone, text);
  const columns: TableColumnType<Correction>[] = [
    { key: 'time', title: t('manual.taken'), width: 180, render: (_, c) => formatTime(c.from, zone) },
    { key: 'values', title: t('manual.values'), render: (_, c) => text(c) },
    { key: 'note', title: t('manual.note'), responsive: ['md'], render: (_, c) => c.note },
    {
      key: 'recorded',
      title: t('manual.recorded'),
      width: 180,
      responsive: ['md'],
      render: (_, c) => formatTime(c.recordedAt, zone),
    },
    {
      key: 'action',
      title: '',
      width: 90,
      align: 'right',
      render: (_, c) => revoking.button(c),
    },
  ];
  const standing = (list: Correction[]) =>
    list.filter((c) => c.kind === 'replace' && c.takenBackAt === 0).sort((a, b) => b.from - a.from);
  return (
    <section aria-label={t('manual.entered')}>
      <h3 className={own.heading}>{t('manual.entered')}</h3>
      <QueryPanel
        query={query}
        failure={t('manual.failed')}
        rows={5}
        isEmpty={(list) => standing(list).length === 0}
        empty={<PanelEmpty title={t('manual.none')} hint={t('manual.noneHint')} />}
      >
        {(list) => (
          <DataTable<Correction>
            label={t('manual.entered')}
            rowKey={(c) => c.id}
            dataSource={standing(list)}
            columns={columns}
            expandable={{
              rowExpandable: (c) => (c.nodeValues?.length ?? 0) > 0,
              expandedRowRender: (c) => (
                <dl className={own.nodes}>
                  {nodes(c).map((node) => (
                    <div key={node.no}>
                      <dt>{nodeText(node)}</dt>
                      <dd>{valuesText(node.values)}</dd>
                    </div>
                  ))}
                </dl>
              ),
            }}
          />
        )}
      </QueryPanel>
      {revoking.dialog}
    </section>
  );
}
