import { Button, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { numberColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import tables from '../../components/reading-table.module.css';
import { useRemarks } from '../../components/survey-texts';
import { counts, deviation, mostScatter, type Survey, type SurveyNode, stations } from '../../model/surveys';
import type { PointState } from '../../model/types';
import { isAmended } from './model';
import type { Doing } from './View';
import styles from './view.module.css';

interface Props {
  zone: string;
  point: PointState;
  chosen: Survey | null;
  loading: boolean;
  onDo: (doing: Doing) => void;
}

const heads = ['A0', 'A180', 'B0', 'B180'];

/** The readings of the chosen survey by depth, what was corrected, and what can be done. */
export function SurveyDetail({ zone, point, chosen, loading, onDo }: Props) {
  const { t } = useTranslation('data-views');
  const remarks = useRemarks();
  const mayAmend = useCan('Update:Data');
  if (loading || !chosen) {
    return (
      <Panel title={t('survey.readings')}>
        {loading ? <PanelSkeleton rows={10} /> : <PanelEmpty title={t('survey.none')} />}
      </Panel>
    );
  }
  const rows = stations(chosen);
  const both = rows.some((node) => node.readings[2] != null || node.readings[3] != null);
  const onAmend =
    mayAmend && counts(chosen) ? (node: SurveyNode) => onDo({ what: 'amend', survey: chosen, node }) : null;
  const said = remarks(chosen);
  return (
    <Panel
      title={`${formatTime(chosen.time, zone)} · ${t('survey.digits')}`}
      extra={counts(chosen) && <Actions survey={chosen} onDo={onDo} />}
    >
      {said && <Notice>{said}</Notice>}
      <DataTable<SurveyNode>
        label={t('survey.readings')}
        rowKey={(node) => node.no}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        columns={columnsOf(chosen, both ? 4 : 2, onAmend, t)}
      />
      <Corrections {...{ zone, point }} survey={chosen} />
    </Panel>
  );
}

function Actions({ survey, onDo }: { survey: Survey; onDo: Props['onDo'] }) {
  const { t } = useTranslation('data-views');
  return (
    <div className={styles.actions}>
      <Can any={['Update:MeasuringPoint']}>
        <Button size="small" onClick={() => onDo({ what: 'initial', survey })}>
          {t('survey.initial')}
        </Button>
      </Can>
      <Can any={['Delete:Data']}>
        <Button size="small" danger onClick={() => onDo({ what: 'withdraw', survey })}>
          {t('survey.withdraw')}
        </Button>
      </Can>
    </div>
  );
}

type T = ReturnType<typeof useTranslation<'data-views'>>['t'];

function columnsOf(
  survey: Survey,
  width: 2 | 4,
  onAmend: ((node: SurveyNode) => void) | null,
  t: T,
): TableColumnType<SurveyNode>[] {
  const reading = (title: string, i: number): TableColumnType<SurveyNode> => ({
    key: title,
    align: 'right',
    title,
    render: (_, node) => {
      const text = node.readings[i] == null ? '—' : formatNumber(node.readings[i], 0);
      const sent = isAmended(node, i) && (
        <span className={styles.sent} title={t('survey.sent')}>
          {node.sent[i] == null ? '—' : formatNumber(node.sent[i], 0)}
        </span>
      );
      if (!onAmend)
        return (
          <>
            {sent}
            {text}
          </>
        );
      const label = t('survey.amendOf', { field: title, depth: formatNumber(node.depth, 1) });
      return (
        <button type="button" className={tables.cell} title={label} onClick={() => onAmend(node)}>
          {sent}
          {text}
        </button>
      );
    },
  });
  const checksum = (axis: 'a' | 'b'): TableColumnType<SurveyNode> => ({
    key: `sum ${axis}`,
    align: 'right',
    title: t('survey.checksumOf', { axis: axis.toUpperCase() }),
    render: (_, node) => {
      const sum = axis === 'a' ? node.checksumA : node.checksumB;
      const off = deviation(survey, node, axis) ?? 0;
      const far = Math.abs(off) > mostScatter;
      return (
        <span
          className={far ? styles.doubtful : ''}
          title={far ? t('survey.far', { value: formatChange(off, 1) }) : ''}
        >
          {sum === null ? '—' : formatNumber(sum, 0)}
        </span>
      );
    },
  });
  return [
    numberColumn<SurveyNode>({
      key: 'depth',
      title: t('column.depth'),
      unit: 'm',
      decimals: 1,
      value: (node) => node.depth,
    }),
    ...heads.slice(0, width).map(reading),
    checksum('a'),
    ...(width === 4 ? [checksum('b')] : []),
    numberColumn<SurveyNode>({ key: 'x', title: 'x', unit: 'mm', decimals: 2, value: (node) => node.x }),
    ...(width === 4
      ? [numberColumn<SurveyNode>({ key: 'y', title: 'y', unit: 'mm', decimals: 2, value: (node) => node.y })]
      : []),
  ];
}

/** The corrections of a survey, each with its undo. */
function Corrections({ survey, point, zone }: { survey: Survey; point: PointState; zone: string }) {
  const { t } = useTranslation(['data-views', 'explain']);
  const depthOf = (no: number) => survey.nodes.find((node) => node.no === no)?.depth;
  const revoking = useRevokeDialog(point, zone, (one) =>
    one.kind === 'amend'
      ? (one.nodeValues ?? []).map(({ no }) => `${formatNumber(depthOf(no), 1)} m`).join(', ')
      : formatTime(survey.time, zone),
  );
  const list = [...survey.withdrawals, ...survey.amendments];
  if (list.length === 0) return null;
  return (
    <div className={styles.foot}>
      {list.map((one) => (
        <div key={one.id}>
          {t(`explain:kind.${one.kind}`)}{' '}
          {listText(
            (one.nodeValues ?? []).map(
              ({ no, values }) =>
                `${formatNumber(depthOf(no), 1)} m ${Object.entries(values)
                  .map(([field, value]) => `${field.toUpperCase()} = ${formatNumber(value, 0)}`)
                  .join(', ')}`,
            ),
          )}{' '}
          · {one.note} · {formatTime(one.recordedAt, zone, 'list')} {revoking.button(one)}
        </div>
      ))}
      {revoking.dialog}
    </div>
  );
}
