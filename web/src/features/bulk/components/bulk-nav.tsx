import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '@/shared/perm/permissions';

interface Props {
  projectId: number;
  here: 'devices' | 'import' | 'actions' | 'labels';
}

/** The way between the list of devices and the pages of bulk work. */
export function BulkNav({ projectId, here }: Props) {
  const { t } = useTranslation('bulk');
  const navigate = useNavigate();
  const mayImport = useCan('Create:Device');
  return (
    <Segmented
      value={here}
      aria-label={t('actions.title')}
      options={[
        { value: 'devices', label: t('devices') },
        ...(mayImport ? [{ value: 'import', label: t('importing.title') }] : []),
        { value: 'actions', label: t('actions.title') },
        { value: 'labels', label: t('labels.title') },
      ]}
      onChange={(to) => navigate(`/projects/${projectId}/devices${to === 'devices' ? '' : `/${to}`}`)}
    />
  );
}
