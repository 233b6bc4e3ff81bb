import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '@/api/catalog';

/** Returns the name of a component of a record: that of the catalog, or the field as sent. */
export function useAxisName(): (field: string) => string {
  const { t } = useTranslation('records');
  const name = useFieldName();
  return useCallback(
    (field: string) => (/^[xyz]$/.test(field) ? t('axis', { name: field.toUpperCase() }) : name('Vibration', field)),
    [t, name],
  );
}
