import { useTranslation } from 'react-i18next';
import { AsOf } from '@/entities/configuration/as-of';
import { noteLength } from '@/ui/form/at-most';
import { LimitedInput } from '@/ui/form/limited';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import styles from './configuration.module.css';

interface Props {
  zone: string;
  /** UTC ms; 0: always. */
  validFrom: number;
  note: string;
  onValidFrom: (validFrom: number) => void;
  onNote: (note: string) => void;
}

/** From when on a change holds, and why it is made. */
export function WhenFields({ zone, validFrom, note, onValidFrom, onNote }: Props) {
  const { t } = useTranslation('configuration');
  return (
    <div className={styles.when}>
      <div>
        <span className={styles.label}>{t('bulk.validFrom')}</span>
        <ZonedPicker
          value={validFrom}
          zone={zone}
          allowClear
          placeholder={t('bulk.always')}
          label={t('bulk.validFrom')}
          onChange={(time) => onValidFrom(time ?? 0)}
        />
        <AsOf zone={zone} always onChange={onValidFrom} />
      </div>
      <div>
        <span className={styles.label}>{t('bulk.note')}</span>
        <LimitedInput
          value={note}
          max={noteLength}
          aria-label={t('bulk.note')}
          onChange={(event) => onNote(event.target.value)}
        />
      </div>
    </div>
  );
}
