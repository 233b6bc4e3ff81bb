import { useQuery } from '@tanstack/react-query';
import { App, Button, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceListQuery } from '@/api/devices';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { bodyOf, formOf, type SourceForm } from '../model/form';
import { type DataSource, type Kind, useRemove, useRunNow, useSave, useTry } from '../queries';
import styles from '../sources.module.css';
import { BrokerFields } from './broker-fields';
import { FileFields } from './file-fields';
import { MappingFields } from './mapping-fields';
import { PullFields } from './pull-fields';
import { Rows } from './rows';
import { Runs } from './runs';
import { TryPanel } from './try-panel';

const kinds: Kind[] = ['pull', 'broker', 'folder', 'sftp', 'upload'];

interface Props {
  projectId: number;
  corporationId: number;
  zone: string;
  /** undefined: a new one. */
  source: DataSource | undefined;
  onClose: () => void;
}

/** The form of a source, with the answer of the other system next to the mapping. */
export function SourceEditor({ projectId, corporationId, zone, source, onClose }: Props) {
  const { t } = useTranslation(['sources', 'common']);
  const { modal } = App.useApp();
  const [form] = Form.useForm<SourceForm>();
  const [start] = useState(() => formOf(source));
  const mayChange = useCan('Update:Device');
  const { saved } = useUnsaved(useFormChanged(form, start));
  const devices = useQuery(deviceListQuery(corporationId, { projectId, pageSize: 200 })).data?.list ?? [];
  const save = useSave(projectId, source?.id ?? 0);
  const tried = useTry(projectId, source?.id ?? 0);
  const remove = useRemove(projectId);
  const run = useRunNow(projectId);
  const kind = Form.useWatch('kind', form) ?? start.kind;
  const chosen = Form.useWatch('deviceIds', form) ?? start.deviceIds;
  const mapped = kind === 'pull' || kind === 'broker';
  const body = () => bodyOf(form.getFieldsValue(true) as SourceForm);

  function submit() {
    save.mutate(body(), {
      onSuccess: () => {
        saved();
        announce('success', t('saved'));
        onClose();
      },
    });
  }

  function askRemove({ id, name }: DataSource) {
    modal.confirm({
      title: t('removeAsk', { name }),
      okText: t('remove'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await remove.mutateAsync(id);
        saved();
        announce('success', t('removed'));
        onClose();
      },
    });
  }

  return (
    <Form<SourceForm>
      form={form}
      name="source"
      layout="vertical"
      requiredMark={false}
      disabled={!mayChange}
      initialValues={start}
      className={styles.editor ?? ''}
      data-mapped={mapped}
      onFinish={submit}
    >
      <Panel fill>
        <div className={styles.column}>
          <div className={styles.head}>
            <Button disabled={false} onClick={onClose}>
              {t('back')}
            </Button>
            <span className={styles.space} />
            {source && mayChange && (
              <>
                <Button danger onClick={() => askRemove(source)}>
                  {t('remove')}
                </Button>
                <Button
                  onClick={() =>
                    run.mutate(
                      { id: source.id, again: source.state === 'asks' },
                      { onSuccess: () => announce('success', t('runStarted')) },
                    )
                  }
                >
                  {t(source.state === 'asks' ? 'accept' : 'runNow')}
                </Button>
              </>
            )}
            {mayChange && (
              <Button type="primary" htmlType="submit" loading={save.isPending}>
                {t('save')}
              </Button>
            )}
          </div>
          <div className={styles.scroll}>
            <FormError error={save.error} />
            <div className={styles.grid}>
              <Form.Item
                name="name"
                label={t('name')}
                rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(100)]}
              >
                <Input autoComplete="off" />
              </Form.Item>
              <Form.Item name="kind" label={t('kind')}>
                <Select
                  disabled={source !== undefined}
                  options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                />
              </Form.Item>
              <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
                <Switch />
              </Form.Item>
            </div>
            <Form.Item name="deviceIds" label={t('devices')} extra={t('devicesHint')}>
              <Select
                mode="multiple"
                optionFilterProp="label"
                options={devices
                  .filter(({ register }) => register)
                  .map(({ id, name, register }) => ({ value: id, label: `${name} (${register})` }))}
              />
            </Form.Item>
            {kind === 'pull' && <PullFields />}
            {kind === 'broker' && <BrokerFields />}
            {!mapped && (
              <FileFields
                kind={kind}
                corporationId={corporationId}
                register={devices.find(({ id }) => id === chosen[0])?.register ?? ''}
              />
            )}
            {kind !== 'folder' && kind !== 'upload' && (
              <Form.Item label={t('secrets')} extra={t('secretsHint')}>
                <Rows name={['secrets']} add={t('addSecret')} empty={{ name: kind === 'pull' ? '' : 'password' }}>
                  {(i) => (
                    <>
                      <Form.Item name={[i, 'name']} noStyle>
                        <Input className={styles.medium ?? ''} aria-label={t('secretName')} placeholder="token" />
                      </Form.Item>
                      <Form.Item name={[i, 'value']} noStyle>
                        <Input.Password
                          autoComplete="new-password"
                          aria-label={t('secretValue')}
                          placeholder={i < start.secrets.length ? t('kept') : ''}
                        />
                      </Form.Item>
                    </>
                  )}
                </Rows>
              </Form.Item>
            )}
            {source && <Runs projectId={projectId} id={source.id} zone={zone} />}
          </div>
        </div>
      </Panel>
      {mapped && (
        <Panel fill title={t('mapping')}>
          <div className={styles.scroll}>
            <MappingFields />
            {kind === 'pull' && mayChange && (
              <>
                <Button loading={tried.isPending} onClick={() => tried.mutate(body())}>
                  {t('try')}
                </Button>{' '}
                <span className={styles.hint}>{t('tryHint')}</span>
                <FormError error={tried.error} />
                <TryPanel tried={tried.data} zone={zone} />
              </>
            )}
          </div>
        </Panel>
      )}
    </Form>
  );
}
