import { useState } from 'react';
import { Logo } from '@/ui/logo';
import styles from './brand-logo.module.css';

interface Props {
  /** Signed path of the corporation's logo; empty: the mark of the product. */
  src: string;
  size?: number;
  /** The path is over: whoever has a fresh one gives it. */
  onEnded?: () => void;
}

/** The logo of the corporation; the mark of the product where there is none, or it cannot be fetched any more. */
export function BrandLogo({ src, size = 22, onEnded }: Props) {
  const [failed, setFailed] = useState('');
  if (!src || failed === src) return <Logo size={size} />;

  function ended() {
    setFailed(src);
    if (failed === '') onEnded?.(); // once: a picture that is gone for good is not asked for again
  }

  return <img src={src} alt="" height={size} className={styles.logo} onError={ended} />;
}
