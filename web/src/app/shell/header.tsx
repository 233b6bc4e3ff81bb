import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useMatches } from 'react-router';
import { projectQuery } from '@/api/project';
import { useBrand } from '@/entities/brand/brand';
import { BrandLogo } from '@/entities/brand/brand-logo';
import { handleOf } from '@/entities/permission/routing';
import { useProjectMode } from '@/entities/session/project-mode';
import { renewSession } from '@/entities/session/renew';
import { useSession } from '@/entities/session/session-store';
import { Bell } from './bell';
import styles from './header.module.css';
import { HeaderLanguage, HeaderUser } from './header-menus';
import { Search } from './search';

interface Props {
  phone: boolean;
}

/** Brand, title and crumb at the left; search, language, bell and account at the right. */
export function Header({ phone }: Props) {
  const { t } = useTranslation(['shell', 'common']);
  const brand = useBrand();
  const session = useSession();
  const onPlatform = session?.user.type === 'System' && !session.helping;
  const projectId = useProjectMode((state) => state.projectId);
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null });
  const titleKey = useMatches()
    .map((match) => handleOf({ handle: match.handle })?.titleKey)
    .filter((key) => key !== undefined)
    .at(-1);
  const page = titleKey ? t(titleKey as 'shell:menu.home') : '';
  const inProject = projectId !== null && project !== undefined;
  const home = inProject ? `/dashboard/project/${projectId}` : '/dashboard';
  const title = inProject ? project.name : page;
  const crumb = inProject ? page : t(onPlatform ? 'shell:platformView' : 'shell:corporationView');

  return (
    <header className={styles.header}>
      {phone && inProject ? (
        <Link to="/dashboard" className={styles.back} aria-label={t('shell:leaveProject')}>
          <ArrowLeftOutlined aria-hidden />
        </Link>
      ) : (
        <Link to={home} className={styles.brand}>
          <BrandLogo src={brand.logo} size={22} onEnded={() => void renewSession().catch(() => undefined)} />
          {!phone && (
            <>
              <span className={styles.name}>{brand.title}</span>
              {brand.ownName && t('common:product') !== t('common:productLatin') && (
                <span className={styles.latin}>{t('common:productLatin')}</span>
              )}
            </>
          )}
          {phone && <span className="visually-hidden">{brand.title}</span>}
        </Link>
      )}
      <div className={styles.titles}>
        {!phone && inProject && (
          <Link to="/dashboard" className={styles.leave}>
            <ArrowLeftOutlined aria-hidden />
            <span className="visually-hidden">{t('shell:leaveProject')}</span>
          </Link>
        )}
        <h1 className={styles.title}>{title}</h1>
        {(!phone || inProject) && <span className={styles.crumb}>{crumb}</span>}
      </div>
      <div className={styles.tools}>
        {!phone && <Search />}
        {!phone && <HeaderLanguage />}
        <Bell />
        {!phone && <HeaderUser />}
      </div>
    </header>
  );
}
