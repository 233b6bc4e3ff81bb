import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/shared/form/number-field';
import styles from '../pages/place-page.module.css';

interface Props {
  place: { x: number; y: number };
  onChange: (place: { x: number; y: number }) => void;
  onRemove: () => void;
}

const percent = (share: number) => Math.round(share * 1e4) / 100;

/** Where a point stands on a drawing, in numbers: for who does not drag. */
export function MarkFields({ place, onChange, onRemove }: Props) {
  const { t } = useTranslation('plan');
  return (
    <>
      {(['x', 'y'] as const).map((axis) => (
        <span key={axis} className={styles.share}>
          {t(axis)}
          <NumberField
            min={0}
            max={100}
            label={t(axis)}
            value={percent(place[axis])}
            onChange={(value) =>
              value !== null && value !== percent(place[axis]) && onChange({ ...place, [axis]: value / 100 })
            }
          />
        </span>
      ))}
      <Button onClick={onRemove}>{t('remove')}</Button>
    </>
  );
}
