import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { holdsAny } from '@/entities/permission/permission-rules';
import { useSession } from '@/entities/session/session-store';
import { useRefusals } from './nav-queries';

interface Props {
  projectId: number;
  corporationId: number | undefined;
  here: 'devices' | 'models' | 'actions' | 'refused' | 'software' | 'sources';
}

/** The tabs of all device pages of a project: list, models, bulk actions, refused registers, data sources, firmware. */
export function DevicesNav({ projectId, corporationId, here }: Props) {
  const { t } = useTranslation(['devices', 'console']);
  const navigate = useNavigate();
  const ofCorporation = useSession()?.permissions ?? [];
  const refused = useRefusals(corporationId).data?.list.length ?? 0;
  return (
    <Segmented
      value={here}
      aria-label={t('console:devices.title')}
      options={[
        { value: 'devices', label: t('nav.devices') },
        { value: 'models', label: t('nav.models') },
        { value: 'actions', label: t('nav.actions') },
        { value: 'refused', label: refused > 0 ? `${t('nav.refused')} ${refused}` : t('nav.refused') },
        { value: 'sources', label: t('nav.sources') },
        ...(holdsAny(ofCorporation, ['View:Device']) ? [{ value: 'software', label: t('nav.software') }] : []),
      ]}
      onChange={(to) => navigate(`/projects/${projectId}/devices${to === 'devices' ? '' : `/${to}`}`)}
    />
  );
}
