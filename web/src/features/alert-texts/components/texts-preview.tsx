import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '@/ui/form/form-error';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { useSettled } from '@/ui/use-settled';
import styles from '../alert-texts.module.css';
import {
  type AlertTexts,
  type Event,
  events,
  type TextFields,
  type TextPictures,
  type TextPreview,
  useExamples,
  useTextPictures,
  useTextPreview,
} from '../queries';

interface Props {
  corporationId: number;
  language: AlertTexts['language'];
  texts: TextFields;
}

/** A message about a real alert as it would be with a draft of the texts. */
export function TextsPreview({ corporationId, language, texts }: Props) {
  const { t } = useTranslation('alert-texts');
  const [event, setEvent] = useState<Event>('raised');
  const [chosen, setChosen] = useState<number>();
  const examples = useExamples();
  const alertId = chosen ?? examples.data?.[0]?.id ?? 0;
  const query = useTextPreview(corporationId, useSettled({ ...texts, language, event, alertId }, 300));
  const pictures = useTextPictures(corporationId, { language, event, alertId });
  return (
    <Panel title={t('preview.title')} busy={query.isFetching || pictures.isFetching}>
      {examples.data?.length === 0 ? (
        <PanelEmpty title={t('preview.none')} hint={t('preview.noneHint')} />
      ) : (
        <div className={styles.preview}>
          <Select
            aria-label={t('preview.alert')}
            value={alertId || null}
            loading={examples.isPending}
            options={(examples.data ?? []).map(({ id, location, reason }) => ({
              value: id,
              label: `${location} · ${reason}`,
            }))}
            onChange={setChosen}
          />
          <Segmented<Event>
            aria-label={t('preview.event')}
            value={event}
            options={events.map((value) => ({ value, label: t(`event.${value}`) }))}
            onChange={setEvent}
          />
          {query.error ? (
            <FormError error={query.error} />
          ) : query.data ? (
            <Message preview={query.data} pictures={pictures.data} />
          ) : (
            <PanelSkeleton rows={8} />
          )}
        </div>
      )}
    </Panel>
  );
}

interface MessageProps {
  preview: TextPreview;
  pictures: TextPictures | undefined;
}

function Message({ preview, pictures }: MessageProps) {
  const { t } = useTranslation('alert-texts');
  const { subject, text, sms, smsLength, pushTitle, push, values } = preview;
  return (
    <>
      <h3>{t('preview.mail')}</h3>
      <article className={styles.letter}>
        <b>{subject}</b>
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {pictures?.list.map(({ caption, type, data }) => (
          <figure key={caption}>
            <figcaption>{caption}</figcaption>
            <img src={`data:${type};base64,${data}`} alt={caption} />
          </figure>
        ))}
        {pictures?.missing && <p>{t('preview.undrawn')}</p>}
      </article>
      <h3>{t('preview.sms')}</h3>
      <article className={styles.letter}>
        <p>{sms}</p>
        <small>
          {t('preview.length', {
            characters: smsLength.characters,
            segments: smsLength.segments,
            billed: smsLength.billed,
          })}
        </small>
      </article>
      <h3>{t('preview.push')}</h3>
      <article className={styles.letter}>
        <b>{pushTitle}</b>
        {push.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </article>
      <details>
        <summary>{t('preview.values')}</summary>
        <dl className={styles.values}>
          {values.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
