import { DownloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { classText, roseTotal, windRose } from '@/entities/chart/wind-rose';
import { formatNumber } from '@/ui/format/number';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import type { PointState } from '../../model/types';
import { usePictureTitle } from '../../queries/picture-title';
import { useWindRose } from '../../queries/wind-rose';
import { roseRange, shareOf } from './model';
import styles from './view.module.css';

interface Props {
  point: PointState;
  range: { start: number; end: number };
  context: ChartContext;
  showTable: boolean;
}

/** Where the wind of the range comes from, over a year at most. */
export function Rose({ point, range, context, showTable }: Props) {
  const { t } = useTranslation('data-views');
  const asked = roseRange(range);
  const query = useWindRose(point.id, asked);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={(rose) => roseTotal(rose) === 0}
      empty={<PanelEmpty title={t('weather.noWind')} />}
    >
      {(rose) => (
        <Drawn
          {...{ point, rose, context, showTable }}
          note={[
            asked.start > range.start ? t('weather.lastYear') : '',
            rose.undirected > 0 ? t('weather.undirected', { count: rose.undirected }) : '',
          ]}
        />
      )}
    </QueryPanel>
  );
}

interface DrawnProps extends Omit<Props, 'range'> {
  rose: NonNullable<ReturnType<typeof useWindRose>['data']>;
  note: string[];
}

function Drawn({ point, rose, context, showTable, note }: DrawnProps) {
  const { t } = useTranslation('data-views');
  const { words } = context;
  const chart = useRef<ChartHandle>(null);
  const total = roseTotal(rose);
  const names = { shareName: t('weather.share'), calmName: t('weather.calm') };
  const { shareName, calmName } = names;
  const build = useCallback(
    (one: ChartContext) => windRose({ ...rose, shareName, calmName }, one),
    [rose, shareName, calmName],
  );
  const percent = (count: number) => formatNumber(shareOf(count, rose), 1);
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  const most = rose.counts.reduce((best, counts, i) => (sum(counts) > sum(rose.counts[best] ?? []) ? i : best), 0);
  const picture = usePictureTitle(point)(t('weather.rose'), [rose.start, rose.end], '');
  return (
    <div className={styles.rose}>
      <div className={styles.head}>
        <h3>{t('weather.rose')}</h3>
        <span className={styles.note}>
          {[t('stat.readings', { count: total, text: formatNumber(total, 0) }), ...note].filter(Boolean).join('·')}
        </span>
        <Tooltip title={t('tool.png')}>
          <Button
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            aria-label={t('weather.savePicture')}
            onClick={() => void chart.current?.savePicture()}
          />
        </Tooltip>
      </div>
      <div className={styles.circle}>
        <ChartView
          handle={chart}
          build={build}
          context={context}
          {...picture}
          sentence={t('weather.sentence', {
            point: point.name,
            count: total,
            direction: words.compass(most * 22.5),
            share: percent(sum(rose.counts[most] ?? [])),
            calm: percent(rose.calm),
          })}
          twin={() => ({
            columns: [
              { title: t('weather.from') },
              ...rose.limits.map((_, i) => ({ title: `${classText(rose.limits, i, words)} m/s` })),
              { title: `${shareName} %` },
            ],
            rows: [
              ...rose.counts.map((counts, i) => [
                words.compass(i * 22.5),
                ...counts.map(percent),
                percent(sum(counts)),
              ]),
              [calmName, ...rose.limits.map(() => '—'), percent(rose.calm)],
            ],
          })}
          showTable={showTable}
        />
      </div>
    </div>
  );
}
