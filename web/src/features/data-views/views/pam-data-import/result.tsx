import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatNumber } from '@/ui/format/number';
import type { Preview, Wish } from './model';
import styles from './view.module.css';

interface Props {
  zone: string;
  preview: Preview;
  wish: Wish;
  onWish: (wish: Wish) => void;
  busy: boolean;
  onImport: (time: number, name: string) => void;
}

const longestName = 60;

/** How the survey was run, what it computes, and its time and name. */
export function Result({ zone, preview, wish, onWish, busy, onImport }: Props) {
  const { t } = useTranslation('data-views');
  const [name, setName] = useState('');
  const said = name.trim();
  const fits = said !== '' && [...said].length <= longestName;
  const { time } = wish;
  const { length, misclosure, perMille, known, closed, end } = preview;
  return (
    <>
      <h3 className={styles.step}>{t('pipeImport.parameters')}</h3>
      <div className={styles.row}>
        <ZonedPicker
          zone={zone}
          label={t('survey.time')}
          value={time}
          onChange={(chosen) => onWish({ ...wish, time: chosen })}
        />
        <Segmented
          aria-label={t('pipeImport.direction')}
          value={wish.direction ?? (preview.backward ? 'backward' : 'forward')}
          options={(['forward', 'backward'] as const).map((value) => ({ value, label: t(`pipe.${value}`) }))}
          onChange={(direction) => onWish({ ...wish, direction })}
        />
        <Checkbox checked={!wish.open} onChange={({ target }) => onWish({ ...wish, open: !target.checked })}>
          {t('pipeImport.closure')}
        </Checkbox>
      </div>
      <h3 className={styles.step}>{t('pipeImport.result')}</h3>
      <dl className={styles.facts}>
        <dt>{t('pipe.stations')}</dt>
        <dd>{formatNumber(preview.stations, 0)}</dd>
        <dt>{t('pipe.length')}</dt>
        <dd>{formatNumber(length, 2)} m</dd>
        <dt>{t('pipe.misclosure')}</dt>
        <dd>
          {known
            ? `${formatNumber(misclosure, 4)} m (${formatNumber(perMille, 2)} ‰)${closed ? '' : ` · ${t('pipe.unclosed')}`}`
            : t('pipeImport.unknown')}
        </dd>
        <dt>{t('pipeImport.end')}</dt>
        <dd>{end.map((one) => formatNumber(one, 3)).join(' / ')} m</dd>
      </dl>
      <h3 className={styles.step}>{t('pipeImport.confirm')}</h3>
      {preview.taken && <p className={styles.note}>{t('pipeImport.taken')}</p>}
      <div className={editors.grid}>
        <Field label={t('pipeImport.name')}>
          <Input
            aria-label={t('pipeImport.name')}
            value={name}
            status={said !== '' && !fits ? 'error' : ''}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Button
          type="primary"
          loading={busy}
          disabled={time === null || !fits || preview.taken}
          onClick={() => time !== null && onImport(time, said)}
        >
          {t('pipeImport.import')}
        </Button>
      </div>
    </>
  );
}
