import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '@/entities/permission/permissions';
import { useContingencyPlan } from '../graded-queries';
import styles from './graded-response.module.css';

/** Who is called in an emergency, and the documents of the contingency plan; nothing if the project has none. */
export function Contingency({ projectId }: { projectId: number }) {
  const { t } = useTranslation('alerts');
  const { data: plan } = useContingencyPlan(projectId, useCan('View:AlertRule'));
  if (!plan?.exists) return null;
  return (
    <section>
      <h3>{t('graded.contingency', { title: plan.title })}</h3>
      <ul className={styles.people}>
        {(plan.organisation ?? []).map(({ role, name, mobile, left }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one role and name
          <li key={i}>
            <span className={styles.quiet}>{role}</span>
            <span>{name}</span>
            {mobile && <a href={`tel:${mobile}`}>{mobile}</a>}
            {left && <span className={styles.quiet}>{t('graded.left')}</span>}
          </li>
        ))}
        {(plan.documents ?? []).map(({ url, name }) => (
          <li key={url}>
            <a href={url} download={name} className={styles.document}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <Link to={`/projects/${projectId}/alerts/gradings?view=contingency`}>{t('graded.openContingency')}</Link>
    </section>
  );
}
