import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import { matters } from '@/entities/configuration/queries';
import { ScrollList } from '@/ui/scroll-list';
import styles from '../bulk.module.css';
import type { ActionPreview } from '../queries';

/** The effect of an action: what changes, then what is recomputed. */
export function PreviewList({ found, zone }: { found: ActionPreview; zone: string }) {
  const { t } = useTranslation('bulk');
  const shown = found.lines.slice(0, 200);
  return (
    <div className={styles.preview}>
      <b>{t('preview.title')}</b>
      {shown.length === 0 && <p>{t('preview.nothing')}</p>}
      <ScrollList label={t('preview.title')}>
        {shown.map((line) => (
          <li key={`${line.thing} ${line.id} ${line.name} ${line.change} ${line.from}`}>
            <span className={styles.change}>{t(`preview.change.${line.change}`)}</span>
            <span>
              <small>{t(`preview.thing.${line.thing}`)}</small> {line.name}
            </span>
            {(line.from || line.to) && (
              <span className={styles.way}>
                {line.from || t('move.stock')}
                {(line.to || line.change === 'moved') && ` → ${line.to || t('move.stock')}`}
              </span>
            )}
          </li>
        ))}
      </ScrollList>
      {found.total > shown.length && <p>{t('preview.more', { count: found.total - shown.length })}</p>}
      {matters(found.consequences) || found.consequences.recomputing > 0 ? (
        <Consequences found={found.consequences} zone={zone} />
      ) : (
        <p>{t('preview.noResults')}</p>
      )}
    </div>
  );
}
