import { useState } from 'react';
import { Logo } from '@/ui/logo';
import styles from './brand-logo.module.css';

interface Props {
  /** Signed path of the corporation's logo; empty: the mark of the product. */
  src: string;
  size?: number;
  /** Called when the signed path has expired, to get a fresh one. */
  onEnded?: () => void;
}

/** The corporation's logo, or the product's mark if there is none or it cannot be loaded. */
export function BrandLogo({ src, size = 22, onEnded }: Props) {
  const [failed, setFailed] = useState('');
  if (!src || failed === src) return <Logo size={size} />;

  function ended() {
    setFailed(src);
    if (failed === '') onEnded?.(); // once per path: a deleted image is not requested again
  }

  return <img src={src} alt="" height={size} className={styles.logo} onError={ended} />;
}
