import type { ReactNode } from 'react';
import { Copyable } from '@/ui/copyable';
import styles from './frame-list.module.css';
import { type Payload, payloadHex, payloadText } from './frame-text';

/** A list of frames of a device, or of their outcomes. */
export function FrameList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface Props {
  /** Why it could not be read. */
  refusal?: string;
  /** The bytes to show, if any. */
  payload?: Payload;
  /** Shows the bytes of text frames too. */
  hex?: boolean;
  children: ReactNode;
}

/** One frame: its fault, when and how it arrived, its meaning and its bytes. */
export function FrameItem({ refusal, payload, hex = false, children }: Props) {
  return (
    <li className={styles.item} data-wrong={Boolean(refusal)}>
      {refusal && <p className={styles.refusal}>{refusal}</p>}
      {children}
      {payload && <Copyable text={hex ? payloadHex(payload) : payloadText(payload)} />}
    </li>
  );
}
