import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueType } from './types';

/** The word for a value type. */
export function useTypeWord(): (type: ValueType) => string {
  const { t } = useTranslation('common');
  return useCallback((type: ValueType) => t(`valueType.${type}`), [t]);
}
