import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { deviceModelsQuery } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { listText } from '@/ui/format/list';
import { type CommandValue, commonCommands } from '../model/form';
import { CommandPick } from './command-pick';

interface Props {
  deviceIds: readonly number[];
  /** The devices that are chosen, as far as they are loaded. */
  devices: ReadonlyMap<number, Device>;
}

/** The commands that switch the chosen devices on and off, of those that the models of all of them have. */
export function CommandFields({ deviceIds, devices }: Props) {
  const { t } = useTranslation('field-actions');
  const { data: catalog } = useQuery(deviceModelsQuery);
  const models = [...new Set(deviceIds.flatMap((id) => devices.get(id)?.model ?? []))];
  const commands = commonCommands(models.map((code) => catalog?.find((one) => one.code === code)?.commands ?? []));
  const loaded = catalog !== undefined && deviceIds.every((id) => devices.has(id));
  const names = { models: listText(models), n: models.length };

  function hint() {
    if (deviceIds.length === 0) return t('commandsAfter');
    if (!loaded) return undefined;
    if (commands.length === 0) return models.length > 1 ? t('commandsDiffer', names) : t('commandsNone', names);
    return models.length > 1 ? t('commandsCommon', names) : undefined;
  }
  const inAll = {
    validator: (_: unknown, value: CommandValue | null) =>
      value && loaded && !commands.some(({ code }) => code === value.code)
        ? Promise.reject(new Error(t('commandGone')))
        : Promise.resolve(),
  };
  return (
    <>
      <Form.Item name="on" label={t('on')} extra={hint()} rules={[{ required: true, message: t('onEmpty') }, inAll]}>
        <CommandPick label={t('on')} commands={commands} />
      </Form.Item>
      <Form.Item name="off" label={t('off')} extra={t('offHint')} rules={[inAll]}>
        <CommandPick label={t('off')} commands={commands} none={t('offNone')} />
      </Form.Item>
    </>
  );
}
