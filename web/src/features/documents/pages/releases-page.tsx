import { useTranslation } from 'react-i18next';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useReleases } from '../queries';
import styles from './releases-page.module.css';

/** Release notes, newest first. */
export default function ReleasesPage() {
  const { t } = useTranslation('documents');
  const query = useReleases();
  return (
    <div className={styles.page}>
      <Panel title={t('releases')}>
        <QueryPanel
          query={query}
          failure={t('releasesFailed')}
          rows={6}
          isEmpty={({ list }) => list.length === 0}
          empty={<PanelEmpty title={t('noReleases')} />}
        >
          {({ list }) => (
            <ol className={styles.releases}>
              {list.map((release) => (
                <li key={release.version} className={styles.release}>
                  <h3 className={styles.version}>{release.version === 'Unreleased' ? t('next') : release.version}</h3>
                  <time className={styles.date} dateTime={release.date}>
                    {release.date}
                  </time>
                  <ul className={styles.changes}>
                    {release.changes.map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          )}
        </QueryPanel>
      </Panel>
    </div>
  );
}
