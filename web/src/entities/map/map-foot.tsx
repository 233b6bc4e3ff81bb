import type { ReactNode } from 'react';
import styles from './map-foot.module.css';

/** The lower edge of a map or drawing: what stands first at the left, the scale at the right or above where it is narrow. */
export function MapFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
