import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '@/entities/session/session-store';
import { setLanguage } from '@/ui/i18n/i18n';
import { languageNames, languages } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import { useTheme } from '@/ui/theme/theme-store';
import { visibleMenu } from './menu';
import { useRoutePaths } from './route-paths';
import type { Target } from './search-model';
import { useMenu } from './use-menu';
import { useSaveTheme } from './use-save-theme';
import { useSignOut } from './use-sign-out';

interface Project {
  id: number;
  name: string;
}

/** The pages of the menu, those of each project where no project is entered, and the commands of the user menu. */
export function useSearchPages(projects: readonly Project[]): Target[] {
  const { t } = useTranslation(['shell', 'common']);
  const session = useSession();
  const { menu } = useMenu();
  const { pathname } = useLocation();
  const paths = useRoutePaths();
  const navigate = useNavigate();
  const theme = useTheme();
  const language = useLanguage();
  const saveTheme = useSaveTheme();
  const signOut = useSignOut();

  const page = (key: string, label: string, go: string, hint: string): Target => ({
    kind: 'page',
    id: key,
    name: t(label as 'menu.home'),
    hint,
    go,
  });
  const targets = menu.filter(({ path }) => path !== pathname).map((item) => page(item.key, item.label, item.path, ''));
  if (!menu.some(({ section }) => section === 'project')) {
    for (const project of projects) {
      const viewer = {
        accountType: session?.user.type ?? ('Normal' as const),
        permissions: session?.permissions ?? [],
        projectId: project.id,
        privateDeployment: session?.privateDeployment ?? false,
        helping: session?.helping !== undefined,
        nsbd: session?.brand?.activeNSBDInfoTable === true,
      };
      for (const item of visibleMenu(viewer, paths))
        if (item.section === 'project')
          targets.push(page(`${item.key}-${project.id}`, item.label, item.path, project.name));
    }
  }
  const command = (id: string, name: string, go: () => void): Target => ({ kind: 'command', id, name, hint: '', go });
  if (!session?.helping) {
    targets.push(page('profile', 'user.profile', '/profile', ''));
    const other = theme === 'white' ? 'default' : 'white';
    targets.push(command('theme', `${t('user.theme')}: ${t(`user.themes.${other}`)}`, () => saveTheme(other)));
  }
  for (const one of languages)
    if (one !== language)
      targets.push(command(`language-${one}`, `${t('language')}: ${languageNames[one]}`, () => void setLanguage(one)));
  targets.push(command('documents', t('user.documents'), () => void navigate('/documents')));
  targets.push(command('sign-out', t('user.signOut'), () => void signOut()));
  return targets;
}
