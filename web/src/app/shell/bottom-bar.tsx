import { MenuOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './bottom-bar.module.css';
import { MenuIconView } from './menu-icon';
import { useActiveAlerts } from './use-active-alerts';
import { useMenu } from './use-menu';

const MoreDrawer = lazy(() => import('./more-drawer'));

const shortLabels = {
  'home': 'bar.home',
  'projects': 'bar.projects',
  'data': 'bar.data',
  'alerts': 'bar.alerts',
  'all-alerts': 'bar.alerts',
} as const;
const barKeys = Object.keys(shortLabels) as (keyof typeof shortLabels)[];

/** The menu of a phone: the pages used on site, everything else behind More. */
export function BottomBar() {
  const { t } = useTranslation(['shell', 'common']);
  const { menu, selected } = useMenu();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const active = useActiveAlerts();
  // In a project the bar has the alerts of the project; those of all projects are behind More.
  const unwanted = menu.some(({ key }) => key === 'alerts') ? 'all-alerts' : null;
  const shown = barKeys
    .filter((key) => key !== unwanted)
    .flatMap((key) => menu.filter((item) => item.key === key).map((item) => ({ key, item })));
  const rest = menu.filter((item) => !shown.some((entry) => entry.item === item));

  function show() {
    setWanted(true);
    setOpen(true);
  }

  return (
    <nav className={styles.bar} aria-label={t('menu.name')}>
      {shown.map(({ key, item }) => (
        <Link key={key} to={item.path} className={styles.item} aria-current={item === selected ? 'page' : undefined}>
          <MenuIconView icon={item.icon} />
          {t(shortLabels[key])}
          {item.icon === 'alerts' && active > 0 && <span className={styles.count}>{active > 99 ? '99+' : active}</span>}
        </Link>
      ))}
      <button type="button" className={styles.item} aria-expanded={open} onClick={show}>
        <MenuOutlined aria-hidden />
        {t('common:action.more')}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <MoreDrawer open={open} items={rest} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
