import { Button, Input, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { StateMark } from '@/entities/command/state-mark';
import { FrameItem, FrameList } from '@/entities/frame/frame-list';
import { refusalText } from '@/entities/frame/frame-text';
import { splitFields } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import styles from '../debug.module.css';
import { type DecodedReading, type TriedFrame, useTry, type Where } from '../queries';
import { Decoded } from './frame-row';

const example = '{"type":"data","v":{"voltage":12.3},"ch":[{"no":1,"freq":2671.8,"temp":15.7}]}';

/** Paste a frame and see what it would become: nothing of it is stored. */
export function Workbench({
  where,
  zone,
  text,
  filesAt,
}: {
  where: Where;
  zone: string;
  text: string;
  filesAt?: string;
}) {
  const { t } = useTranslation(['debug', 'common']);
  const [format, setFormat] = useState<'text' | 'hex'>('text');
  const [transport, setTransport] = useState<'mqtt' | 'http'>('mqtt');
  const [content, setContent] = useState(text);
  const trial = useTry(where);
  const { own } = splitFields(trial.error, ['content']);
  return (
    <>
      <form
        className={styles.bench}
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate({ format, transport, content });
        }}
      >
        <div className={styles.tools}>
          <Segmented
            aria-label={t('format')}
            value={format}
            options={[
              { value: 'text', label: 'JSON' },
              { value: 'hex', label: t('hex') },
            ]}
            onChange={setFormat}
          />
          <Segmented
            aria-label={t('transport')}
            value={transport}
            options={[
              { value: 'mqtt', label: 'MQTT' },
              { value: 'http', label: 'HTTP' },
            ]}
            onChange={setTransport}
          />
          <Button type="primary" htmlType="submit" loading={trial.isPending}>
            {t('try')}
          </Button>
          <span className={styles.quiet}>{t('nothingStored')}</span>
          {filesAt && <Link to={filesAt}>{t('files')}</Link>}
        </div>
        <Input.TextArea
          className={styles.paste ?? ''}
          aria-label={t('frame')}
          rows={6}
          placeholder={format === 'text' ? example : '7B 22 76 22 3A 7B 22 74 65 6D 70 22 3A 31 38 2E 36 7D 7D'}
          value={content}
          status={own.content ? 'error' : ''}
          onChange={(event) => setContent(event.target.value)}
        />
        {own.content ? (
          <p className={styles.error} role="alert">
            {own.content}
          </p>
        ) : (
          <FormError error={trial.error} />
        )}
      </form>
      {trial.data && <Outcome tried={trial.data} zone={zone} />}
    </>
  );
}

function valuesLine(values: DecodedReading['values']): string {
  return values.map(({ field, node, value }) => `${node > 0 ? `${node}/` : ''}${field} = ${value ?? '—'}`).join('  ');
}

function Outcome({ tried, zone }: { tried: TriedFrame; zone: string }) {
  const { t } = useTranslation(['debug', 'common']);
  return (
    <section className={styles.outcome} aria-live="polite" aria-label={t('outcome')}>
      <div className={styles.line}>
        <Tag>{tried.type}</Tag>
        {!tried.refusal && <StateMark look="done">{t('accepted', { count: tried.readings.length })}</StateMark>}
      </div>
      {tried.refusal && <p className={styles.error}>{refusalText(tried.refusal, tried.fields)}</p>}
      <Decoded decoded={{ ...tried, readings: [] }} />
      {tried.readings.length > 0 && (
        <>
          <h3 className={styles.title}>{t('readings')}</h3>
          <DataTable<DecodedReading>
            label={t('readings')}
            rowKey={(row) => tried.readings.indexOf(row)}
            dataSource={tried.readings}
            columns={[
              { key: 'ch', title: t('channel'), width: 80, render: (_, row) => row.channelNo || t('common:none') },
              {
                key: 'time',
                title: t('time'),
                width: 180,
                render: (_, row) => `${formatTime(row.time, zone)}${row.timeFixed ? ` (${t('received')})` : ''}`,
              },
              { key: 'values', title: t('values'), ellipsis: true, render: (_, row) => valuesLine(row.values) },
            ]}
          />
        </>
      )}
      <h3 className={styles.title}>{t('points')}</h3>
      {tried.points.length === 0 && <p className={styles.quiet}>{t('noPoints')}</p>}
      <FrameList>
        {tried.points.map((point) => (
          <FrameItem key={point.measuringPointId}>
            <div className={styles.line}>
              <b>{point.name}</b>
              {point.follows && <Tag>{t('follows')}</Tag>}
              <LevelTag level={point.level as 0} />
            </div>
            {point.results.length === 0 && <p className={styles.quiet}>{t('noResult')}</p>}
            {point.results.map((result) => (
              <p key={result.time} className={styles.said}>
                {formatTime(result.time, zone)} {valuesLine(result.values)} {result.flags.join(', ')}
              </p>
            ))}
          </FrameItem>
        ))}
      </FrameList>
    </section>
  );
}
