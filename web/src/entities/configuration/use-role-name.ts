import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The label of a source's role; roles known only to formulas keep their name. */
export function useRoleName(): (role: string) => string {
  const { t } = useTranslation('console');
  return useCallback(
    (role: string) => {
      if (role === 'main' || role === 'barometer') return t(`binding.roles.${role}`);
      const backsight = /^backsight(\d+)$/.exec(role);
      return backsight ? t('binding.roles.backsight', { no: backsight[1] }) : role;
    },
    [t],
  );
}
