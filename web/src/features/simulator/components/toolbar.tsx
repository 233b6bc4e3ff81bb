import { DownloadOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Segmented } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChartHandle } from '@/entities/chart/chart-view';
import { saveText } from '@/ui/download';
import { asLevel } from '@/ui/theme/tokens';
import { type Span, spans } from '../model/address';
import type { EpisodeLine } from '../model/episodes';
import { episodesFile } from '../model/texts';
import type { Simulator } from '../model/use-simulator';
import type { Here } from '../queries';
import styles from './toolbar.module.css';

/** The sets that are drawn. */
export interface Shown {
  current: boolean;
  draft: boolean;
}

interface Props {
  here: Here;
  point: { name: string; itemId?: number };
  s: Simulator;
  lines: readonly EpisodeLine[];
  names: { current: string; draft: string };
  unit: string;
  decimals: number;
  zone: string;
  show: Shown;
  onShow: (show: Shown) => void;
  chart: RefObject<ChartHandle | null>;
}

/** The span, what is drawn, exports, and the way to the settings. */
export function Toolbar(props: Props) {
  const { here, point, s, lines, names, unit, decimals, zone, show, onShow, chart } = props;
  const { t } = useTranslation(['simulator', 'common']);
  const saveEpisodes = () => {
    const head = [
      ...[t('episodes.opened'), t('episodes.ended'), unit ? t('episodes.peakIn', { unit }) : t('episodes.peak')],
      ...[names.current, names.draft, t('episodes.change')],
    ];
    const level = (of: number) => t(`common:level.${asLevel(of)}`);
    const change = (of: EpisodeLine['change']) => t(`episodes.changes.${of}`);
    saveText(
      `${point.name} ${t('title')}.csv`,
      episodesFile(lines, head, { zone, decimals, level, change }),
      'text/csv',
    );
  };
  const console = `/projects/${here.projectId}/console/structures/${here.structureId}/items/${point.itemId ?? 0}`;
  return (
    <div className={styles.tools}>
      <Segmented<Span>
        value={s.asked.span}
        options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(span) => s.change({ span })}
      />
      <span className={styles.space} />
      <Checkbox checked={show.current} onChange={(e) => onShow({ ...show, current: e.target.checked })}>
        {names.current}
      </Checkbox>
      <Checkbox checked={show.draft} onChange={(e) => onShow({ ...show, draft: e.target.checked })}>
        {names.draft}
      </Checkbox>
      <Dropdown
        menu={{
          items: [
            { key: 'csv', label: t('export.episodes'), onClick: saveEpisodes },
            { key: 'png', label: t('export.picture'), onClick: () => void chart.current?.savePicture() },
            { key: 'svg', label: t('export.drawing'), onClick: () => void chart.current?.saveDrawing?.() },
          ],
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} disabled={!s.found}>
          {t('common:action.export')}
        </Button>
      </Dropdown>
      <Link to={`${console}/mps/${here.pointId}?tab=thresholds`}>
        <Button icon={<SettingOutlined aria-hidden />} tabIndex={-1}>
          {t('settings')}
        </Button>
      </Link>
    </div>
  );
}
