import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueType } from './types';

/** Returns the label of a value type. */
export function useTypeWord(): (type: ValueType) => string {
  const { t } = useTranslation('common');
  return useCallback((type: ValueType) => t(`valueType.${type}`), [t]);
}
