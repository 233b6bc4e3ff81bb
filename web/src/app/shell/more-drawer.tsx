import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './bottom-bar.module.css';
import { LanguageSwitch } from './language-switch';
import type { MenuItem } from './menu';
import { MenuIconView } from './menu-icon';
import { UserMenu } from './user-menu';

interface Props {
  open: boolean;
  items: readonly MenuItem[];
  onClose: () => void;
}

/** The menu entries that do not fit a phone's bottom bar: further pages, language, account. */
export default function MoreDrawer({ open, items, onClose }: Props) {
  const { t } = useTranslation('shell');
  return (
    <Drawer open={open} placement="bottom" size={140 + items.length * 40} title={t('menu.name')} onClose={onClose}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.key}>
            <Link to={item.path} className={styles.row} onClick={onClose}>
              <MenuIconView icon={item.icon} />
              {t(item.label as 'menu.home')}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <LanguageSwitch />
        <UserMenu />
      </div>
    </Drawer>
  );
}
