import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type StatScope, weatherQuery } from '@/api/stats';
import { AgeText } from '@/entities/live/age-text';
import { pointPath } from '@/entities/monitor/point-path';
import { ChangedFlash } from '@/ui/changed-flash';
import { Panel } from '@/ui/panel';
import { Value } from '@/ui/value';
import { type WeatherCell, weatherCells, windOf } from '../model/weather';
import styles from './weather-panel.module.css';

function Age({ value, zone }: { value: WeatherCell['value']; zone: string }) {
  return <AgeText time={value.time} interval={value.interval > 0 ? value.interval / 1000 : undefined} zone={zone} />;
}

interface CellProps {
  cell: WeatherCell;
  /** Omitted if all elements have the same age. */
  age?: ReactNode;
}

function Cell({ cell: { key, value, from }, age }: CellProps) {
  const { t } = useTranslation('project');
  const wind = from === undefined ? undefined : t(`weather.winds.${windOf(from)}`);
  return (
    <li className={styles.cell}>
      <Link
        className={styles.link}
        to={pointPath(value.projectId, value.structureId, value.measuringPointId)}
        title={value.name}
      >
        {t(`weather.${key}`)}
      </Link>
      <span className={styles.value}>
        <ChangedFlash value={`${value.time} ${value.value}`}>
          <Value value={value.value} unit={value.unit} decimals={value.decimals} />
        </ChangedFlash>
        {wind !== undefined && (
          <span className={styles.wind}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              {/* The arrow flies with the wind: away from where it comes from. */}
              <path d="M8 14V3M4.5 6.5L8 3l3.5 3.5" transform={`rotate(${(from ?? 0) + 180} 8 8)`} />
            </svg>
            {wind}
          </span>
        )}
      </span>
      {age}
    </li>
  );
}

interface Props {
  scope: StatScope;
  zone: string;
}

/** The weather on site if a station or gauge measures it, otherwise nothing. An element opens its point. */
export function WeatherPanel({ scope, zone }: Props) {
  const { t } = useTranslation('project');
  const { data } = useQuery(weatherQuery(scope));
  const cells = weatherCells(data?.list ?? []);
  const [first] = cells;
  if (!first) return null;
  const together = cells.every(({ value }) => value.time === first.value.time);
  return (
    <Panel
      title={t('weather.title')}
      className={styles.panel}
      extra={together && <Age value={first.value} zone={zone} />}
    >
      <ul className={styles.list}>
        {cells.map((cell) => (
          <Cell key={cell.key} cell={cell} age={!together && <Age value={cell.value} zone={zone} />} />
        ))}
      </ul>
    </Panel>
  );
}
