import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { holdsAny } from '@/shared/perm/permission-rules';
import { useSession } from '@/shared/session/session-store';
import { useRefusals } from '../queries';

interface Props {
  projectId: number;
  corporationId: number | undefined;
  here: 'devices' | 'models' | 'refused';
}

/** The pages about devices: those that are set up, their models, bulk work, who was turned away, and the corporation's firmware. */
export function DevicesNav({ projectId, corporationId, here }: Props) {
  const { t } = useTranslation(['console', 'devices', 'bulk', 'shell']);
  const navigate = useNavigate();
  const ofCorporation = useSession()?.permissions ?? [];
  const refused = useRefusals(corporationId).data?.length ?? 0;
  return (
    <Segmented
      value={here}
      aria-label={t('devices.title')}
      options={[
        { value: 'devices', label: t('devices.list') },
        { value: 'models', label: t('devices:models.title') },
        { value: 'actions', label: t('bulk:actions.title') },
        { value: 'refused', label: refused > 0 ? `${t('refused.title')} ${refused}` : t('refused.title') },
        ...(holdsAny(ofCorporation, ['View:Device']) ? [{ value: 'software', label: t('shell:menu.software') }] : []),
      ]}
      onChange={(to) =>
        navigate(to === 'software' ? '/software' : `/projects/${projectId}/devices${to === 'devices' ? '' : `/${to}`}`)
      }
    />
  );
}
