import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrand } from '@/entities/brand/brand';
import { AlertCount } from './alert-count';
import type { MenuItem } from './menu';
import { MenuIconView } from './menu-icon';
import { ProjectPicker } from './project-picker';
import styles from './sidebar.module.css';
import { useActiveAlerts } from './use-active-alerts';
import { useMenu } from './use-menu';
import { useVersion } from './use-version';

interface Props {
  collapsed: boolean;
  onToggle: () => void;
}

/** The menu at the left: sections, the searchable list of projects, footer with copyright and version. */
export function Sidebar({ collapsed, onToggle }: Props) {
  const { t } = useTranslation(['shell', 'common']);
  const { menu, selected } = useMenu();
  const version = useVersion();
  const active = useActiveAlerts();
  const counted = menu.some(({ key }) => key === 'alerts') ? 'alerts' : 'all-alerts';
  const { copyright } = useBrand();

  function entry(item: MenuItem) {
    const label = t(item.label as 'menu.home');
    const link = (
      <Link
        to={item.path}
        className={styles.item}
        aria-current={item === selected ? 'page' : undefined}
        aria-label={collapsed ? label : undefined}
      >
        <MenuIconView icon={item.icon} />
        {!collapsed && <span className={styles.label}>{label}</span>}
        {item.key === counted && active > 0 && <AlertCount count={active} dot={collapsed} />}
      </Link>
    );
    return (
      <li key={item.key}>
        {collapsed ? (
          <Tooltip title={label} placement="right">
            {link}
          </Tooltip>
        ) : (
          link
        )}
        {item.key === 'projects' && !collapsed && <ProjectPicker />}
      </li>
    );
  }

  const sections = [
    { key: 'main', title: null },
    { key: 'project', title: t('menu.currentProject') },
    { key: 'system', title: t('menu.system') },
  ] as const;

  return (
    <nav className={styles.sidebar} data-collapsed={collapsed} aria-label={t('menu.name')}>
      <div className={styles.menu}>
        {sections.map(({ key, title }) => {
          const items = menu.filter((item) => item.section === key);
          if (items.length === 0) return null;
          return (
            <div key={key}>
              {title && (collapsed ? <hr className={styles.rule} /> : <h2 className={styles.section}>{title}</h2>)}
              <ul className={styles.list}>{items.map(entry)}</ul>
            </div>
          );
        })}
      </div>
      <div className={styles.foot}>
        {!collapsed && (
          <span className={styles.copyright}>
            {copyright} · {version}
          </span>
        )}
        <button
          type="button"
          className={styles.toggle}
          onClick={onToggle}
          aria-label={collapsed ? t('sidebar.expand') : t('sidebar.collapse')}
          aria-expanded={!collapsed}
        >
          {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        </button>
      </div>
    </nav>
  );
}
