import type { ReactNode } from 'react';
import styles from './map-foot.module.css';

/** The footer of a map or drawing: its first child at the left, the scale at the right, or above in little width. */
export function MapFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
