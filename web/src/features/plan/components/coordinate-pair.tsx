import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoordinateField } from '@/entities/map/coordinate-field';
import type { LonLat } from '@/entities/map/use-pin';
import styles from '../pages/place-page.module.css';

interface Props {
  place: LonLat;
  onPlaced: (place: LonLat) => void;
}

/** A position in degrees, minutes and seconds. Input applies when the field is left. */
export function CoordinatePair({ place, onPlaced }: Props) {
  const { t } = useTranslation('map');
  const [typed, setTyped] = useState<Record<keyof LonLat, number | null>>({ ...place });
  const wrong = (axis: keyof LonLat) => typed[axis] === null || Number.isNaN(typed[axis]);
  const done = () => {
    const { longitude, latitude } = typed;
    if (longitude === null || latitude === null || wrong('longitude') || wrong('latitude')) return;
    if (longitude !== place.longitude || latitude !== place.latitude) onPlaced({ longitude, latitude });
  };
  const problem = (['longitude', 'latitude'] as const).find(wrong);
  return (
    <form
      className={styles.pair}
      onBlur={done}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      {(['longitude', 'latitude'] as const).map((axis) => (
        <CoordinateField
          key={axis}
          axis={axis}
          label={t(`coordinate.${axis}`)}
          value={typed[axis]}
          onChange={(degrees) => setTyped({ ...typed, [axis]: degrees })}
        />
      ))}
      <button type="submit" hidden />
      {problem && (
        <span role="alert" className={styles.problem}>
          {t(`coordinate.${problem}Format`)}
        </span>
      )}
    </form>
  );
}
