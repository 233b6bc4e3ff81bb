import { useTranslation } from 'react-i18next';

/** Returns the name of a role; built-in ones in the page's language. The page must load the namespace `people`. */
export function useRoleName(): (role: { type: string; name: string }) => string {
  const { t } = useTranslation('people');
  return (role) => (role.type === 'Custom' ? role.name : t(`role.${role.type}` as 'role.Owner'));
}
