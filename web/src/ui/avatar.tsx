import { useState } from 'react';
import styles from './avatar.module.css';

interface Props {
  name: string;
  /** A signed path, good for some minutes; empty: none. */
  url?: string | undefined;
  size?: number;
  /** The path is over: whoever has a fresh one gives it. */
  onEnded?: () => void;
}

/** The picture of a person, or the first character of the name where there is none or its path is over. */
export function Avatar({ name, url, size = 22, onEnded }: Props) {
  const [broken, setBroken] = useState('');
  const shown = url && url !== broken;

  function ended() {
    setBroken(url ?? '');
    if (broken === '') onEnded?.(); // once: a picture that is gone for good is not asked for again
  }

  return (
    <span className={styles.avatar} data-large={size > 40} aria-hidden="true">
      {shown ? <img src={url} alt="" width={size} height={size} onError={ended} /> : ([...name][0] ?? '')}
    </span>
  );
}
