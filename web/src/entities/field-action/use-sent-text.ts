import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceModelsQuery, useLabel } from '@/api/catalog';
import { type FieldAction, useDevicesById } from './queries';
import { sentText } from './words';

/** What the commands of devices are called; a code if the device or its model is gone. */
export function useCommandNames(projectId: number, deviceIds: readonly number[]) {
  const say = useLabel();
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const devices = useDevicesById(projectId, deviceIds);
  return (deviceId: number, code: string) => {
    const model = devices.get(deviceId)?.model;
    const label = models.find((one) => one.code === model)?.commands?.find((one) => one.code === code)?.label;
    return label ? say(label) : code;
  };
}

/** What was sent to the devices of actions, in words. */
export function useSentText(projectId: number, actions: readonly FieldAction[]) {
  const { t } = useTranslation('field-actions');
  const name = useCommandNames(
    projectId,
    actions.filter(({ code }) => code !== '').map(({ deviceId }) => deviceId),
  );
  return (action: FieldAction) => sentText(t, action, (code) => name(action.deviceId, code));
}
