import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { longestName, longestOperator } from '../model/survey-import';
import styles from './survey-import.module.css';

interface Props {
  zone: string;
  /** Parameters and result of the kind of survey. */
  parts: { parameters?: ReactNode; result: ReactNode };
  time: number | null;
  /** A survey of this time is there already. */
  taken: boolean;
  busy: boolean;
  onTime: (time: number | null) => void;
  onSave: (saving: { time: number; name: string; operator: string }) => void;
}

const within = (text: string, most: number) => [...text.trim()].length <= most;

/** The time of a survey and how it was run, what it computes, and its name and operator. */
export function SurveySaving({ zone, parts, time, taken, busy, onTime, onSave }: Props) {
  const { t } = useTranslation(['data-views', 'surveys', 'common']);
  const [name, setName] = useState('');
  const [operator, setOperator] = useState('');
  const operatorLabel = `${t('surveys:operator')}${t('common:optional')}`;
  const named = name.trim() !== '' && within(name, longestName);
  const fits = named && within(operator, longestOperator);
  return (
    <>
      <h3 className={styles.step}>{t('pipeImport.parameters')}</h3>
      <div className={styles.row}>
        <ZonedPicker zone={zone} label={t('survey.time')} value={time} onChange={onTime} />
        {parts.parameters}
      </div>
      <h3 className={styles.step}>{t('pipeImport.result')}</h3>
      {parts.result}
      <h3 className={styles.step}>{t('pipeImport.confirm')}</h3>
      {taken && <p className={styles.note}>{t('pipeImport.taken')}</p>}
      <div className={editors.grid}>
        <Field label={t('pipeImport.name')}>
          <Input
            aria-label={t('pipeImport.name')}
            value={name}
            status={name.trim() !== '' && !named ? 'error' : ''}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label={operatorLabel}>
          <Input
            aria-label={operatorLabel}
            value={operator}
            status={within(operator, longestOperator) ? '' : 'error'}
            onChange={({ target }) => setOperator(target.value)}
          />
        </Field>
        <Button
          type="primary"
          loading={busy}
          disabled={time === null || !fits || taken}
          onClick={() => time !== null && onSave({ time, name: name.trim(), operator: operator.trim() })}
        >
          {t('pipeImport.import')}
        </Button>
      </div>
    </>
  );
}
