import { useTranslation } from 'react-i18next';

/** How a role is called: built-in ones in the language of the page. The page loads the texts `people`. */
export function useRoleName(): (role: { type: string; name: string }) => string {
  const { t } = useTranslation('people');
  return (role) => (role.type === 'Custom' ? role.name : t(`role.${role.type}` as 'role.Owner'));
}
