import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import styles from '../pages/place-page.module.css';

interface Props {
  place: { x: number; y: number };
  onChange: (place: { x: number; y: number }) => void;
  onRemove: () => void;
}

const percent = (share: number) => Math.round(share * 1e4) / 100;

/**
 * The position of a point on a drawing in numbers, as an alternative to dragging. Input applies when the field is
 * left.
 */
export function MarkFields({ place, onChange, onRemove }: Props) {
  const { t } = useTranslation('plan');
  const now = { x: percent(place.x), y: percent(place.y) };
  const [typed, setTyped] = useState<{ x: number | null; y: number | null }>(now);
  const done = () => {
    const { x, y } = typed;
    if (x !== null && y !== null && (x !== now.x || y !== now.y)) onChange({ x: x / 100, y: y / 100 });
  };
  return (
    <form
      className={styles.shares}
      onBlur={done}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      {(['x', 'y'] as const).map((axis) => (
        <span key={axis} className={styles.share}>
          {t(axis)}
          <NumberField
            min={0}
            max={100}
            label={t(axis)}
            value={typed[axis]}
            onChange={(value) => setTyped({ ...typed, [axis]: value })}
          />
        </span>
      ))}
      <button type="submit" hidden />
      <Button onClick={onRemove}>{t('remove')}</Button>
    </form>
  );
}
