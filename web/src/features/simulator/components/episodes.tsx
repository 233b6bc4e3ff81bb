import { type TableColumnType, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import type { EpisodeLine } from '../model/episodes';
import { durationText, type Say } from '../model/texts';

interface Props {
  lines: readonly EpisodeLine[];
  zone: string;
  /** The end of the span: alerts that are ongoing have lasted until there. */
  until: number;
  unit: string;
  decimals: number;
  names: { current: string; draft: string };
}

/** The alerts of both sets, the newest first, with what changes in words. */
export function Episodes({ lines, zone, until, unit, decimals, names }: Props) {
  const { t } = useTranslation(['simulator', 'charts', 'common']);
  if (lines.length === 0) return <PanelEmpty title={t('episodes.none')} />;
  const level = (of: number) => (of > 0 ? <LevelTag level={asLevel(of)} /> : t('episodes.noAlert'));
  const columns: TableColumnType<EpisodeLine>[] = [
    { key: 'opened', title: t('episodes.opened'), width: 130, render: (_, e) => formatTime(e.opened, zone, 'list') },
    {
      key: 'ended',
      title: t('episodes.ended'),
      width: 130,
      render: (_, e) => (e.ended === 0 ? t('episodes.ongoing') : formatTime(e.ended, zone, 'list')),
    },
    {
      key: 'duration',
      title: t('episodes.duration'),
      align: 'right',
      width: 110,
      render: (_, e) => durationText((e.ended || until) - e.opened, t as unknown as Say),
    },
    {
      key: 'peak',
      title: unit ? t('episodes.peakIn', { unit }) : t('episodes.peak'),
      align: 'right',
      width: 110,
      render: (_, e) => (
        <b title={formatTime(e.time, zone)}>
          {formatNumber(e.value, decimals)}
          {e.node > 0 && ` (${t('episodes.node', { no: e.node })})`}
        </b>
      ),
    },
    { key: 'current', title: names.current, width: 110, render: (_, e) => level(e.current) },
    { key: 'draft', title: names.draft, width: 110, render: (_, e) => level(e.draft) },
    {
      key: 'change',
      title: t('episodes.change'),
      render: (_, e) => (
        <>
          {t(`episodes.changes.${e.change}`)} {e.false && <Tag>{t('episodes.false')}</Tag>}
        </>
      ),
    },
  ];
  return (
    <DataTable<EpisodeLine>
      label={t('episodes.title')}
      rowKey={(e) => e.opened}
      dataSource={[...lines]}
      columns={columns}
      cards={['opened', 'change']}
      height={lines.length > 200 ? 400 : 0}
    />
  );
}
