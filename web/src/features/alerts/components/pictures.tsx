import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '@/api/keys';
import { Dialog } from '@/ui/dialog';
import styles from './pictures.module.css';

/** Pictures of a comment or a decision: small, and large on click. of says whose they are. */
export function Pictures({ paths, of }: { paths: readonly string[]; of: string }) {
  const { t } = useTranslation('alerts');
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<number | null>(null);
  const renewed = useRef('');
  if (paths.length === 0) return null;
  const alt = (at: number) => t('pictures.alt', { no: at + 1, count: paths.length, of });
  function renew(path: string) {
    if (renewed.current === path) return; // once per path: a deleted picture is not requested again and again
    renewed.current = path;
    void queryClient.invalidateQueries({ queryKey: keys.alerts }); // its signature has expired
  }
  const step = (by: number) => setShown((at) => (at === null ? at : (at + by + paths.length) % paths.length));
  const path = shown === null ? undefined : paths[shown];
  return (
    <div className={styles.pictures}>
      {paths.map((one, i) => (
        <button key={keyOf(one)} type="button" className={styles.small} onClick={() => setShown(i)}>
          <img src={one} alt={alt(i)} loading="lazy" onError={() => renew(one)} />
        </button>
      ))}
      {shown !== null && path && (
        <Dialog
          open
          width="min(1100px, 100vw - 24px)"
          title={alt(shown)}
          footer={null}
          onCancel={() => setShown(null)}
          className={styles.viewer ?? ''}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut for the two buttons */}
          <div
            className={styles.large}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') step(-1);
              if (event.key === 'ArrowRight') step(1);
            }}
          >
            <img src={path} alt={alt(shown)} onError={() => renew(path)} />
            {paths.length > 1 && (
              <div className={styles.steps}>
                <Button icon={<LeftOutlined aria-hidden />} onClick={() => step(-1)}>
                  {t('pictures.previous')}
                </Button>
                <Button icon={<RightOutlined aria-hidden />} iconPlacement="end" onClick={() => step(1)}>
                  {t('pictures.next')}
                </Button>
              </div>
            )}
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The path of a file without its signature, which changes. */
const keyOf = (path: string) => path.split('?')[0];
