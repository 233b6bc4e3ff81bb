import { BookOutlined, LogoutOutlined, RocketOutlined, UserOutlined } from '@ant-design/icons';
import { App, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hidesDocuments, hidesReleases } from '@/entities/session/hidden-pages';
import { renewSession } from '@/entities/session/renew';
import { useSession } from '@/entities/session/session-store';
import { Avatar } from '@/ui/avatar';
import { useTheme } from '@/ui/theme/theme-store';
import type { ThemeName } from '@/ui/theme/tokens';
import styles from './header.module.css';
import { useSaveTheme } from './use-save-theme';
import { useSignOut } from './use-sign-out';

/** Profile, about, theme and sign-out of the account. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { modal } = App.useApp();
  const session = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  const saveTheme = useSaveTheme();
  const signOut = useSignOut();
  const name = session?.user.displayName || session?.user.name || '';

  const pages = [
    { key: 'releases', icon: <RocketOutlined aria-hidden />, hidden: session === null || hidesReleases(session) },
    { key: 'documents', icon: <BookOutlined aria-hidden />, hidden: session === null || hidesDocuments(session) },
  ].filter(({ hidden }) => !hidden) as { key: 'releases' | 'documents'; icon: ReactNode }[];

  function askSignOut() {
    modal.confirm({
      title: t('user.signOutTitle', { name }),
      content: t('user.signOutText'),
      okText: t('user.signOut'),
      width: 400,
      onOk: signOut,
    });
  }

  // An operator helping inside a corporation has no profile there.
  const own = !session?.helping;
  const profile = {
    key: 'profile',
    icon: <UserOutlined aria-hidden />,
    label: t('user.profile'),
    onClick: () => void navigate('/profile'),
  };
  const themes: NonNullable<MenuProps['items']> = [
    { type: 'divider' },
    {
      type: 'group',
      label: t('user.theme'),
      children: (['default', 'white'] satisfies ThemeName[]).map((key) => ({
        key: `theme-${key}`,
        label: t(`user.themes.${key}`),
        onClick: () => saveTheme(key),
      })),
    },
  ];

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [`theme-${theme}`],
        items: [
          ...(own ? [profile] : []),
          ...pages.map(({ key, icon }) => ({
            key,
            icon,
            label: t(`user.${key}`),
            onClick: () => void navigate(`/${key}`),
          })),
          ...(own ? themes : []),
          { type: 'divider' },
          { key: 'out', icon: <LogoutOutlined aria-hidden />, label: t('user.signOut'), onClick: askSignOut },
        ],
      }}
    >
      <button type="button" className={styles.tool}>
        <Avatar name={name} url={session?.user.avatar} onEnded={() => void renewSession().catch(() => undefined)} />
        <span className={styles.user}>{name}</span>
      </button>
    </Dropdown>
  );
}
