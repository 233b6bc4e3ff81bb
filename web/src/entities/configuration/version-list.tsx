import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import type { Version } from './queries';
import { useLeafName } from './use-leaf-name';
import { useLeafValue } from './use-leaf-value';
import styles from './version-studio.module.css';
import { changeText, type Numbered } from './versions';

/** Number of versions listed before older ones are loaded on request. */
const listedAtOnce = 20;

interface Props {
  aspect: string;
  zone: string;
  list: Numbered<Version>[];
  current: Numbered<Version> | null;
  mayEdit: boolean;
  onLoad: (one: Numbered<Version>, replace: boolean) => void;
  onRevoke: (one: Numbered<Version>) => void;
}

/** The versions of an aspect, newest first: since when, what changed, and what can be done with each. */
export function VersionList({ aspect, zone, list, current, mayEdit, onLoad, onRevoke }: Props) {
  const { t } = useTranslation(['console', 'configuration']);
  const leafName = useLeafName(aspect);
  const leafValue = useLeafValue(zone);
  const [all, setAll] = useState(false);
  const listed = [...list].reverse().slice(0, all ? list.length : listedAtOnce);
  return (
    <aside aria-label={t('version.title')}>
      <h3 className={styles.label}>{t('version.title')}</h3>
      {list.length === 0 && <p className={styles.label}>{t('version.none')}</p>}
      <ol className={styles.timeline}>
        {listed.map((one) => (
          <li key={one.version.id} className={styles.version} data-force={one === current}>
            <b>{t('version.no', { no: one.no })}</b>{' '}
            <time>
              {one.version.validFrom > 0 ? formatTime(one.version.validFrom, zone).slice(0, 16) : t('version.always')}
            </time>
            {one === current && <p>{t('version.inForce')}</p>}
            {one.version.note && <p>{one.version.note}</p>}
            {one.no > 1 &&
              one.changes
                .slice(0, 2)
                .map((change) => <p key={change.path}>{changeText(change, leafName, leafValue)}</p>)}
            {one.no > 1 && one.changes.length > 2 && <p>{t('version.more', { count: one.changes.length - 2 })}</p>}
            {mayEdit && (
              <span className={styles.links}>
                <Button type="link" size="small" onClick={() => onLoad(one, false)}>
                  {t('version.load')}
                </Button>
                <Button type="link" size="small" onClick={() => onLoad(one, true)}>
                  {t('version.correct')}
                </Button>
                <Button type="link" size="small" danger onClick={() => onRevoke(one)}>
                  {t('version.take')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {listed.length < list.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('configuration:timeline.older', { count: list.length - listed.length })}
        </Button>
      )}
    </aside>
  );
}
