import type { TFunction } from 'i18next';

/** A permission as text: project · view. */
export function permissionText(t: TFunction<['security', 'common']>, permission: string): string {
  const [action = '', scope = ''] = permission.split(':');
  return `${t(`common:scope.${scope}` as 'common:scope.Alert')}·${t(`common:permissionAction.${action}` as 'common:permissionAction.View')}`;
}
