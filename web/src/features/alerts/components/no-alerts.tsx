import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { NextLink } from '@/ui/next-link';
import { PanelEmpty } from '@/ui/states';
import { type AlertFilter, everything, narrows } from '../model/filter';

interface Props {
  filter: AlertFilter;
  /** 0: of all projects. */
  projectId: number;
  onChange: (wanted: Partial<AlertFilter>) => void;
}

/** Why no alert is listed and what to do: clear the filters, show all times, or set thresholds. */
export function NoAlerts({ filter, projectId, onChange }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const maySet = useCan('Update:MeasuringPoint');
  if (narrows(filter))
    return (
      <PanelEmpty
        title={t('noneMatch')}
        action={<Button onClick={() => onChange(everything)}>{t('common:action.clearFilters')}</Button>}
      />
    );
  if (filter.span !== 'all')
    return (
      <PanelEmpty
        title={t('none')}
        hint={t('noneHint', { span: t(`span.${filter.span}`) })}
        action={<Button onClick={() => onChange({ span: 'all' })}>{t('showAll')}</Button>}
      />
    );
  return (
    <PanelEmpty
      title={t('none')}
      hint={t('noneYet')}
      action={
        (maySet || projectId === 0) && (
          <NextLink to={projectId > 0 ? `/projects/${projectId}/console?tab=thresholds` : '/projects'}>
            {t(projectId > 0 ? 'toThresholds' : 'toProjects')}
          </NextLink>
        )
      }
    />
  );
}
