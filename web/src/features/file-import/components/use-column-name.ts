import { useTranslation } from 'react-i18next';
import { columnName } from '../model/layout';

/** Names columns of the file in the language of the reader. */
export function useColumnName(): (name: string) => string {
  const { t } = useTranslation('file-import');
  return (name) => columnName(name, (number) => t('unnamed', { number }));
}
