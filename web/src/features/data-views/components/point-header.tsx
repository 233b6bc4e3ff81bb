import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFieldName } from '@/api/catalog';
import { LevelTag } from '@/entities/alert/level-tag';
import { pointMark } from '@/entities/alert/mark';
import { useChartSettings } from '@/entities/chart/chart-settings';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { DeviceState } from '@/entities/device/device-state';
import { AgeText } from '@/entities/live/age-text';
import { useJudgementNote } from '@/entities/monitor/use-judgement-note';
import { isStale } from '@/entities/monitor/worst';
import { inSentence } from '@/ui/format/list';
import { formatChange, formatNumber, unitBehind } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { Panel } from '@/ui/panel';
import { asLevel } from '@/ui/theme/tokens';
import { usePhone } from '@/ui/use-media';
import { analysisPath, analysisSearch, isAnalyzed, type Method, methods } from '../model/analysis';
import { limitText } from '../model/limit-text';
import { mainUnit } from '../model/main-value';
import { pathOf, rangeSearch } from '../model/registry';
import type { FeedDevice, PageSlug, PointState } from '../model/types';
import type { PointView } from '../model/view';
import { usePage } from '../queries/pages';
import { useLastChange, useLatestReading } from '../queries/readings';
import styles from './point-header.module.css';
import { TabScroll } from './tab-scroll';

interface Props {
  projectId: number;
  zone: string;
  point: PointState;
  place: string;
  measurement: string;
  /** Undefined until known. */
  devices: readonly FeedDevice[] | undefined;
  thresholds: readonly Threshold[];
  slug: PageSlug | undefined;
  /** The analysis that is shown instead of a view. */
  analysis: Method | undefined;
  view: PointView | undefined;
  actions?: ReactNode;
}

/** Where the values of a point without a device come from, by its category. */
const sourceKeys: Record<string, 'header.composite' | 'header.virtual' | 'header.manual'> = {
  Composite: 'header.composite',
  Virtual: 'header.virtual',
  Artificial: 'header.manual',
};

/**
 * The facts of a point in one line, the tabs of its views below. On a phone, whose screen is for the chart, only its name,
 * level, value and age, until the rest is asked for.
 */
export function PointHeader(props: Props) {
  const { projectId, zone, point, place, measurement, devices, thresholds, slug, analysis, view, actions } = props;
  const { t } = useTranslation(['data-views', 'common']);
  const { field } = point;
  const unit = field?.unit ?? '';
  const others = (['observed', 'accumulated'] as const).filter((type) => type !== point.main && point[type] !== null);
  const now = useNow();
  const stale = isStale({ time: point.time ?? 0, interval: point.interval * 1000 }, now);
  const note = useJudgementNote()(point);
  const device = devices?.[0];
  const values = view?.values ?? true;
  const last = useLastChange(point).data;
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const compact = phone && !open;
  return (
    <Panel fill>
      <div className={styles.facts} data-compact={compact}>
        <div className={styles.fact}>
          <div className={styles.title}>
            <h1 className={styles.name}>
              {point.name} {values && <LevelTag level={pointMark(point.level, point.time)} stale={stale} />}
            </h1>
            {phone && <MoreButton open={open} onClick={() => setOpen(!open)} />}
          </div>
          <span className={styles.hint}>{[place, measurement].filter(Boolean).join('·')}</span>
          <span className={styles.hint}>
            {[
              devices && (device ? device.name || device.sncode : t(sourceKeys[point.category] ?? 'header.noDevice')),
              point.interval > 0 && t('header.interval', { text: intervalText(point.interval, t) }),
            ]
              .filter(Boolean)
              .join('·')}
          </span>
          {note && values && (
            <span className={styles.note} title={note}>
              {note}
            </span>
          )}
        </div>
        {values && <MainFact point={point} thresholds={thresholds} />}
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
        {values && (
          <Fact
            kept
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
            {device ? <DeviceState state={device.state} health={device.health} /> : devices && t('common:none')}
          </span>
        </Fact>
      </div>
      <nav className={styles.tabs} aria-label={t('header.views')}>
        <Tabs projectId={projectId} point={point} slug={slug} analysis={analysis} />
        {!compact && actions}
      </nav>
    </Panel>
  );
}

function MoreButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation('data-views');
  return (
    <Button
      type="text"
      icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      iconPlacement="end"
      aria-expanded={open}
      onClick={onClick}
    >
      {t('header.more')}
    </Button>
  );
}

/** The value that decides the level, with its node and its limit. */
function MainFact({ point, thresholds }: Pick<Props, 'point' | 'thresholds'>) {
  const { t } = useTranslation(['data-views', 'common']);
  const fieldName = useFieldName();
  const { field, judgedBy } = point;
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
    <Fact
      kept
      label={node ? t('header.worst', { field: inSentence(field?.label ?? '') }) : t(`common:valueType.${point.main}`)}
      hint={[atNode, judged].filter(Boolean).join('·') || point.judgement.reason}
    >
      <span className={styles.main}>
        {(point.main === 'rate' ? formatChange : formatNumber)(point[point.main], field?.decimals)}
        <span className={styles.unit}>{unitBehind(mainUnit(point))}</span>
      </span>
    </Fact>
  );
}

/** The views of a point, with the names from its chart settings if set. */
function Tabs({ projectId, point, slug, analysis }: Pick<Props, 'projectId' | 'point' | 'slug' | 'analysis'>) {
  const { t } = useTranslation('data-views');
  const pageOf = usePage();
  const { data: settings } = useChartSettings(point.structureId, point.id);
  const [search] = useSearchParams();
  return (
    <div className={styles.tabList}>
      <TabScroll current={slug}>
        {point.pages.map((one) => (
          <Link
            key={one}
            to={pathOf(projectId, point, one, rangeSearch(search))}
            className={styles.tab}
            aria-current={one === slug ? 'page' : undefined}
          >
            {settings?.list.find((own) => own.chart === one)?.label || pageOf(one).title}
          </Link>
        ))}
      </TabScroll>
      {isAnalyzed(point) && (
        <Link
          to={analysisPath(projectId, point, analysis ?? methods[0], analysisSearch(search))}
          className={`${styles.tab} ${styles.analysis}`}
          aria-current={analysis ? 'page' : undefined}
        >
          {t('header.analysis')}
        </Link>
      )}
      <Link
        to={`/projects/${projectId}/simulator/structures/${point.structureId}/mps/${point.id}`}
        className={`${styles.tab} ${isAnalyzed(point) ? '' : styles.analysis}`}
      >
        {t('header.simulator')}
      </Link>
    </div>
  );
}

/** The date of a reading before today, shown before its age. */
function dayText(time: number | null, now: number, zone: string): string {
  return time === null || isSameDay(time, now, zone) ? '' : `${formatTime(time, zone, 'date')}·`;
}

/** The time of the reading before: on the same day only the time of day. */
function sinceText(since: number, time: number | null, zone: string): string {
  return formatTime(since, zone, isSameDay(since, time, zone) ? 'clock' : 'list');
}

const isSameDay = (a: number, b: number | null, zone: string) =>
  formatTime(a, zone, 'date') === formatTime(b, zone, 'date');

interface FactProps {
  label: string;
  hint: ReactNode;
  /** Also shown where there is room for little. */
  kept?: boolean;
  children: ReactNode;
}

function Fact({ label, hint, kept = false, children }: FactProps) {
  return (
    <div className={styles.fact} data-kept={kept}>
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
