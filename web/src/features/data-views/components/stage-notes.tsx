import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import type { PointState } from '../model/types';
import { initialPath } from './range-empty';
import styles from './stage.module.css';

/** A line above a chart that says how to read it. */
export function StageNote({ children }: { children: ReactNode }) {
  return (
    <div className={styles.note} role="status">
      {children}
    </div>
  );
}

interface NoInitialProps {
  point: PointState;
  /** The view lists changes, which are missing, and no observed values instead of them. */
  changes?: boolean;
}

/** Says that the point has no initial value, so that values are observed ones, or missing. */
export function NoInitialNote({ point, changes = false }: NoInitialProps) {
  const { t } = useTranslation('data-views');
  if (!point.noInitial || (!changes && point.observed === null)) return null;
  return (
    <div className={styles.note} role="status">
      {t(changes ? 'empty.noInitial' : 'noInitial')}
      <Can any={['Update:MeasuringPoint']}>
        <Link to={initialPath(point)}>{t('setInitial')}</Link>
      </Can>
    </div>
  );
}

/** Says that changes are relative to a chosen time, and leads back to the initial value. */
export function BaseNote({ base, zone, onReset }: { base: number | null; zone: string; onReset: () => void }) {
  const { t } = useTranslation('data-views');
  if (base === null) return null;
  return (
    <div className={styles.note}>
      {t('base.relative', { time: formatTime(base, zone) })}
      <Button type="link" onClick={onReset}>
        {t('base.reset')}
      </Button>
    </div>
  );
}
