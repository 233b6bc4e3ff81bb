import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import { QueryPanel } from '@/ui/states';
import { useTheme } from '@/ui/theme/theme-store';
import { chartPalette } from '@/ui/theme/tokens';
import styles from './refused-bars.module.css';
import { type Bar, barsOf, beginOf, type RefusedChoice, type Span } from './refused-model';

/** Refused frames since a time: of one device, or of all (0). */
export function useRefusedFrames(corporationId: number, deviceId: number, range: { from: number; to?: number }) {
  return useQuery({
    queryKey: ['refused-frames', corporationId, deviceId, range],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/refused-frames', {
          params: { path: { corporationId }, query: { ...range, ...(deviceId > 0 && { deviceId }) } },
          signal,
        }),
      ),
    enabled: corporationId > 0,
    placeholderData: keepPreviousData,
  });
}

interface Props {
  corporationId: number;
  /** 0: all devices of the corporation. */
  deviceId: number;
  zone: string;
  choice: RefusedChoice;
  /** A reason or a bar was chosen; {}: all. */
  onChoose: (choice: RefusedChoice) => void;
}

/** Refused frames over time, by reason. A bar or a reason chooses its part of a list. */
export function RefusedBars({ corporationId, deviceId, zone, choice, onChoose }: Props) {
  const { t } = useTranslation('commands');
  const palette = chartPalette[useTheme()];
  const [span, setSpan] = useState<Span>('day');
  const begin = beginOf(span, useNow());
  const query = useRefusedFrames(corporationId, deviceId, { from: begin });
  const barText = (bar: Bar) =>
    t('refusedFrames.bar', {
      from: formatTime(bar.from, zone, 'list'),
      to: formatTime(bar.to, zone, 'list'),
      count: bar.total,
    });
  return (
    <section className={styles.box} aria-label={t('refusedFrames.title')}>
      <header className={styles.head}>
        <h3>{t('refusedFrames.title')}</h3>
        <Segmented<Span>
          size="small"
          aria-label={t('refusedFrames.span')}
          value={span}
          options={(['day', 'month'] as const).map((value) => ({ value, label: t(`refusedFrames.${value}`) }))}
          onChange={(next) => {
            setSpan(next);
            onChoose({});
          }}
        />
        {Object.keys(choice).length > 0 && (
          <Button type="link" size="small" onClick={() => onChoose({})}>
            {t('refusedFrames.all')}
          </Button>
        )}
      </header>
      <QueryPanel query={query} rows={2} failure={t('refusedFrames.failed')}>
        {({ reasons, hours }) => {
          const bars = barsOf(span, begin, hours);
          const top = Math.max(1, ...bars.map(({ total }) => total));
          const color = (code: number) =>
            palette[reasons.findIndex((one) => one.code === code) % palette.length] ?? 'currentColor';
          if (reasons.length === 0) return <p className={styles.none}>{t(`refusedFrames.none.${span}`)}</p>;
          return (
            <>
              <div className={styles.plot}>
                <span className={styles.top} aria-hidden="true">
                  {formatNumber(top, 0)}
                </span>
                {bars.map((bar) => (
                  <button
                    key={bar.from}
                    type="button"
                    className={styles.bar}
                    disabled={bar.total === 0}
                    aria-pressed={choice.from === bar.from}
                    aria-label={barText(bar)}
                    title={barText(bar)}
                    onClick={() => {
                      const { from: _from, to: _to, ...reason } = choice;
                      onChoose(choice.from === bar.from ? reason : { ...reason, from: bar.from, to: bar.to });
                    }}
                  >
                    {[...bar.counts].map(([code, count]) => (
                      <i
                        key={code}
                        data-dim={choice.code !== undefined && choice.code !== code}
                        style={{ height: `${(count / top) * 100}%`, background: color(code) }}
                      />
                    ))}
                  </button>
                ))}
              </div>
              <div className={styles.axis} aria-hidden="true">
                <span>{formatTime(bars[0]?.from ?? 0, zone, 'list')}</span>
                <span>{formatTime(bars.at(-1)?.to ?? 0, zone, 'list')}</span>
              </div>
              <ul className={styles.reasons}>
                {reasons.map((one) => (
                  <li key={one.code}>
                    <button
                      type="button"
                      aria-pressed={choice.code === one.code}
                      onClick={() => {
                        const { code: _, ...time } = choice;
                        onChoose(choice.code === one.code ? time : { ...time, code: one.code });
                      }}
                    >
                      <i style={{ background: color(one.code) }} />
                      {one.text} <b>{formatNumber(one.count, 0)}</b>
                    </button>
                  </li>
                ))}
              </ul>
              <table className="visually-hidden">
                <caption>{t('refusedFrames.title')}</caption>
                <thead>
                  <tr>
                    <th>{t('refusedFrames.time')}</th>
                    {reasons.map((one) => (
                      <th key={one.code}>{one.text}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {bars
                    .filter(({ total }) => total > 0)
                    .map((bar) => (
                      <tr key={bar.from}>
                        <th>{formatTime(bar.from, zone, 'list')}</th>
                        {reasons.map((one) => (
                          <td key={one.code}>{bar.counts.get(one.code) ?? 0}</td>
                        ))}
                      </tr>
                    ))}
                </tbody>
              </table>
            </>
          );
        }}
      </QueryPanel>
    </section>
  );
}
