import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../bench.module.css';
import type { DecodedReading, TriedFrame } from '../queries';
import { useFieldName } from './part-table';

type Tried = TriedFrame['points'][number];

/** The level that a frame gives a point. */
export function PointLevel({ point }: { point: Tried }) {
  return <LevelTag level={point.judged && point.results.length > 0 ? asLevel(point.level) : 'notJudged'} />;
}

/** The newest result of a point, in one line. */
export function resultText(point: Tried): string {
  const values = point.results.at(-1)?.values ?? [];
  return values
    .map(({ field, node, value }) => `${node > 0 ? `${node}/` : ''}${field} ${formatNumber(value)}`)
    .join('  ');
}

interface Props {
  tried: TriedFrame;
  deviceType: string;
  zone: string;
}

/** The readings of a frame, the points that each one reaches, or why none. */
export function ReachedPanel({ tried, deviceType, zone }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const named = useFieldName(deviceType);
  if (tried.readings.length === 0) return <p className={styles.none}>{t('noReadings')}</p>;
  const follows = tried.points.filter((point) => point.follows);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('channel')}</th>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('values')}</th>
          <th scope="col">{t('point')}</th>
          <th scope="col">{t('result')}</th>
          <th scope="col">{t('judgement')}</th>
        </tr>
      </thead>
      <tbody>
        {tried.readings.map((reading, i) => {
          const reached = tried.reached[i];
          const points = tried.points.filter((point) => reached?.points.includes(point.measuringPointId));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: readings of a frame never change
            <tr key={i}>
              <td>{reading.channelNo || t('common:none')}</td>
              <td className={styles.quiet}>
                {formatTime(reading.time, zone)}
                {reading.timeFixed && ` (${t('received')})`}
              </td>
              <td>
                <Values reading={reading} named={named} unused={reached?.unused ?? []} fed={points.length > 0} />
              </td>
              {points.length > 0 ? (
                <>
                  <td>
                    <span className={styles.stack}>
                      {points.map((point) => (
                        <b key={point.measuringPointId}>{point.name}</b>
                      ))}
                    </span>
                  </td>
                  <td className={styles.strong}>
                    <span className={styles.stack}>
                      {points.map((point) => (
                        <span key={point.measuringPointId}>{resultText(point) || t('noResult')}</span>
                      ))}
                    </span>
                  </td>
                  <td>
                    <span className={styles.stack}>
                      {points.map((point) => (
                        <PointLevel key={point.measuringPointId} point={point} />
                      ))}
                    </span>
                  </td>
                </>
              ) : (
                <td colSpan={3} className={styles.why}>
                  {t(`why.${reached?.why || 'hidden'}`, {
                    point: reached?.point || t('why.point'),
                    channel: reading.channelNo,
                    context: reading.channelNo === 0 ? 'device' : undefined,
                    time: formatTime(reached?.at ?? 0, zone),
                  })}
                </td>
              )}
            </tr>
          );
        })}
        {follows.map((point) => (
          <tr key={point.measuringPointId}>
            <td />
            <td />
            <td className={styles.quiet}>{t('follows')}</td>
            <td>
              <b>{point.name}</b>
            </td>
            <td className={styles.strong}>{resultText(point) || t('noResult')}</td>
            <td>
              <PointLevel point={point} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValuesProps {
  reading: DecodedReading;
  named: (field: string) => string;
  unused: readonly string[];
  fed: boolean;
}

/** The values of a reading; those that no point uses say so. */
function Values({ reading, named, unused, fed }: ValuesProps) {
  const { t } = useTranslation('debug');
  const idle = (field: string, node: number) => fed && unused.includes(node > 0 ? `${node}/${field}` : field);
  return (
    <span className={styles.values}>
      {reading.values.map(({ field, node, value }) => (
        <span key={`${node} ${field}`} data-idle={idle(field, node)}>
          {node > 0 ? `${node}/` : ''}
          {named(field)} <b>{formatNumber(value)}</b>
        </span>
      ))}
      {reading.values.some(({ field, node }) => idle(field, node)) && (
        <small className={styles.quiet}>
          {t('unusedFields', {
            fields: reading.values
              .filter(({ field, node }) => idle(field, node))
              .map(({ field }) => field)
              .join(', '),
          })}
        </small>
      )}
    </span>
  );
}
