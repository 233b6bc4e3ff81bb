import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFieldName } from '@/api/catalogue';
import { useChartSettings } from '@/shared/charts/chart-settings';
import type { Threshold } from '@/shared/charts/threshold-lines';
import { inSentence } from '@/shared/format/list';
import { formatChange, formatNumber, unitBehind } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { useNow } from '@/shared/format/use-now';
import { useJudgementNote } from '@/shared/monitor/use-judgement-note';
import { isStale } from '@/shared/monitor/worst';
import { asLevel } from '@/shared/theme/tokens';
import { AgeText } from '@/shared/ui/age-text';
import { DeviceState } from '@/shared/ui/device-state';
import { LevelTag } from '@/shared/ui/level-tag';
import { pointMark } from '@/shared/ui/mark';
import { Panel } from '@/shared/ui/panel';
import { limitText } from '../model/limit-text';
import { mainUnit } from '../model/main-value';
import { pathOf, rangeSearch, type View, viewsOf } from '../model/registry';
import type { FeedDevice, PointState } from '../model/types';
import { useLastChange, useLatestReading } from '../queries/readings';
import styles from './point-header.module.css';

interface Props {
  projectId: number;
  zone: string;
  point: PointState;
  place: string;
  measurement: string;
  devices: readonly FeedDevice[];
  thresholds: readonly Threshold[];
  view: View | null;
  actions?: ReactNode;
}

/** The facts of a point in one line, the tabs of its views below. */
export function PointHeader({ projectId, zone, point, place, measurement, devices, thresholds, view, actions }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const { data: settings } = useChartSettings(point.structureId, point.id);
  const { field } = point;
  const unit = field?.unit ?? '';
  const others = (['observed', 'accumulated'] as const).filter((type) => type !== point.main && point[type] !== null);
  const { judgedBy } = point;
  const now = useNow();
  const stale = isStale({ time: point.time ?? 0, interval: point.interval * 1000 }, now);
  const note = useJudgementNote()(point);
  const device = devices[0];
  const camera = view?.slug === 'camera';
  const fieldName = useFieldName();
  const [search] = useSearchParams();
  const last = useLastChange(point).data;
  const latest = useLatestReading(point.id, point.node !== null).data;
  const depth = latest?.nodes.find(({ no }) => no === point.node?.no)?.depth ?? null;
  const { node } = point;
  const atNode =
    node &&
    (depth === null ? t('node', { no: node.no }) : t('header.atNode', { depth: formatNumber(depth, 1), no: node.no }));
  const judged =
    judgedBy &&
    [
      judgedBy.field === field?.name && judgedBy.valueType === point.main
        ? ''
        : `${fieldName(point.measurement, judgedBy.field)}·${t(`common:valueType.${judgedBy.valueType}`)}`,
      limitText(judgedBy, thresholds, point.level ?? 0, (level) => t(`common:level.${asLevel(level)}`)),
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <Panel fill>
      <div className={styles.facts}>
        <div className={styles.fact}>
          <h1 className={styles.name}>
            {point.name} {!camera && <LevelTag level={pointMark(point.level, point.time)} stale={stale} />}
          </h1>
          <span className={styles.hint}>{[place, measurement].filter(Boolean).join('·')}</span>
          <span className={styles.hint}>
            {device ? device.name || device.sncode : t('header.noDevice')}
            {point.interval > 0 && `·${t('header.interval', { text: intervalText(point.interval, t) })}`}
          </span>
          {note && !camera && (
            <span className={styles.note} title={note}>
              {note}
            </span>
          )}
        </div>
        {!camera && (
          <Fact
            label={
              point.node
                ? t('header.worst', { field: inSentence(field?.label ?? '') })
                : t(`common:valueType.${point.main}`)
            }
            hint={[atNode, judged].filter(Boolean).join('·') || point.judgement.reason}
          >
            <span className={styles.main}>
              {(point.main === 'rate' ? formatChange : formatNumber)(point[point.main], field?.decimals)}
              <span className={styles.unit}>{unitBehind(mainUnit(point))}</span>
            </span>
          </Fact>
        )}
        {!point.node &&
          others.map((type) => (
            <Fact key={type} label={t(`common:valueType.${type}`)} hint={field?.label ?? ''}>
              <Figure
                text={(type === 'observed' ? formatNumber : formatChange)(point[type], field?.decimals)}
                unit={unit}
              />
            </Fact>
          ))}
        {last && (
          <Fact
            label={t('common:valueType.change')}
            hint={t('header.since', { time: sinceText(last.since, point.time, zone) })}
          >
            <Figure text={formatChange(last.change, field?.decimals)} unit={unit} />
          </Fact>
        )}
        {point.main !== 'rate' && point.rate !== null && (
          <Fact label={t('common:valueType.rate')} hint={t('header.perDay')}>
            <Figure text={formatChange(point.rate, field?.decimals)} unit={unit ? `${unit}/d` : ''} />
          </Fact>
        )}
        {!camera && (
          <Fact
            label={t('header.time')}
            hint={
              <>
                {dayText(point.time, now, zone)}
                <AgeText time={point.time} interval={point.interval || undefined} zone={zone} />
              </>
            }
          >
            <span className={styles.second}>
              {point.time === null ? '#N/A' : formatTime(point.time, zone).slice(11)}
            </span>
          </Fact>
        )}
        <Fact label={t('common:entity.device')} hint={voltageText(device, t('header.voltage'))}>
          <span className={styles.states}>
            {device ? <DeviceState state={device.state} health={device.health} /> : t('common:none')}
          </span>
        </Fact>
      </div>
      <nav className={styles.tabs} aria-label={t('header.views')}>
        <div className={styles.tabList}>
          {viewsOf(point).map((one) => (
            <Link
              key={one.slug}
              to={pathOf(projectId, point, one.slug, rangeSearch(search))}
              className={styles.tab}
              aria-current={one.slug === view?.slug ? 'page' : undefined}
            >
              {settings?.list.find((own) => own.chart === one.slug)?.label || t(one.titleKey)}
            </Link>
          ))}
        </div>
        {actions}
      </nav>
    </Panel>
  );
}

/** The day of a reading before today, to stand before its age. */
function dayText(time: number | null, now: number, zone: string): string {
  return time === null || isSameDay(time, now, zone) ? '' : `${formatTime(time, zone, 'date')}·`;
}

/** The time of the reading before: on the same day only the time of day. */
function sinceText(since: number, time: number | null, zone: string): string {
  return formatTime(since, zone, isSameDay(since, time, zone) ? 'clock' : 'list');
}

const isSameDay = (a: number, b: number | null, zone: string) =>
  formatTime(a, zone, 'date') === formatTime(b, zone, 'date');

function Fact({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.label}>{label}</span>
      {children}
      <span className={styles.hint} title={typeof hint === 'string' ? hint : undefined}>
        {hint}
      </span>
    </div>
  );
}

function Figure({ text, unit }: { text: string; unit: string }) {
  return (
    <span className={styles.second}>
      {text}
      <span className={styles.unit}>{unitBehind(unit)}</span>
    </span>
  );
}

function voltageText(device: FeedDevice | undefined, label: string): string {
  return device?.voltage === null || device?.voltage === undefined
    ? ''
    : `${label} ${formatNumber(device.voltage, 2)} V`;
}

type Translate = (
  key: 'charts:duration.days' | 'charts:duration.hours' | 'charts:duration.minutes' | 'charts:duration.seconds',
  o: { count: number },
) => string;

/** A collection interval in its largest whole unit. */
function intervalText(seconds: number, t: unknown): string {
  const say = t as Translate;
  if (seconds % 86_400 === 0) return say('charts:duration.days', { count: seconds / 86_400 });
  if (seconds % 3600 === 0) return say('charts:duration.hours', { count: seconds / 3600 });
  if (seconds % 60 === 0) return say('charts:duration.minutes', { count: seconds / 60 });
  return say('charts:duration.seconds', { count: seconds });
}
