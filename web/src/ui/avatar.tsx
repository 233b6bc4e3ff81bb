import { useState } from 'react';
import styles from './avatar.module.css';

interface Props {
  name: string;
  /** A signed path, good for some minutes; empty: none. */
  url?: string | undefined;
  size?: number;
  /** Called when the signed path has expired, to get a fresh one. */
  onEnded?: () => void;
}

/** A person's picture, or the first character of the name if there is none or its path has expired. */
export function Avatar({ name, url, size = 22, onEnded }: Props) {
  const [broken, setBroken] = useState('');
  const shown = url && url !== broken;

  function ended() {
    setBroken(url ?? '');
    if (broken === '') onEnded?.(); // once per path: a deleted image is not requested again
  }

  return (
    <span className={styles.avatar} data-large={size > 40} aria-hidden="true">
      {shown ? <img src={url} alt="" width={size} height={size} onError={ended} /> : ([...name][0] ?? '')}
    </span>
  );
}
