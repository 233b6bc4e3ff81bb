import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '@/ui/use-media';
import { OnPage } from './on-page';
import styles from './stage.module.css';

/** useWide reports whether the window has room for a side. */
export const useWide = () => useMedia('(min-width: 1280px)');

interface Props {
  /** The explanation panel, or null. */
  side: ReactNode;
  /** Whether its drawer is open, on narrow screens. */
  open: boolean;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A view with a panel at its side, or in a drawer where the window has no room for it. */
export function WithSide({ side, open, onClose, className = '', children }: Props) {
  const wide = useWide();
  return (
    <div className={`${styles.split} ${className}`} data-side={wide && side ? 'panel' : 'none'}>
      {children}
      <OnPage>
        {wide ? (
          side
        ) : (
          <Drawer open={open} onClose={onClose} closable={false} styles={{ body: { padding: 0 } }}>
            {side}
          </Drawer>
        )}
      </OnPage>
    </div>
  );
}
