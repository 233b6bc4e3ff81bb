import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { useCan } from '@/entities/permission/permissions';
import { useRenewProject } from '@/entities/project/make';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import styles from '../pages/console.module.css';
import type { Structure } from '../queries/project';

type GNSSConfig = components['schemas']['GNSSConfig'];

const names = ['taskName', 'baseStation', 'sites', 'filterPeriod', 'frequency', 'processInterval'];

/** The start of a new task. */
const blank = { sites: [], filterPeriod: 24, frequency: 1, processInterval: 60 };

/** How the GNSS stations of a structure are solved against a base station. */
export function GnssForm({ structure }: { structure: Structure }) {
  const { t } = useTranslation(['sites', 'common']);
  const path = { projectId: structure.projectId, structureId: structure.id };
  const [form] = Form.useForm<GNSSConfig>();
  const mayEdit = useCan('Update:Structure');
  const start = structure.gnssConfig ?? blank;
  const changed = useFormChanged(form, start);
  useUnsaved(changed);
  const base = Form.useWatch('baseStation', form);
  const renew = useRenewProject(structure.projectId);
  const stations = useQuery({
    queryKey: ['project', structure.projectId, 'gnss-stations'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/structures/{structureId}/gnss-resolve-devices', {
          params: { path },
          signal,
        }),
      ),
  });
  const save = useMutation({
    mutationFn: (body: GNSSConfig) =>
      data(client.PUT('/api/projects/{projectId}/structures/{structureId}/gnss-config', { params: { path }, body })),
    meta: { quiet: true },
    onSuccess: () => {
      renew();
      announce('success', t('gnss.saved'));
    },
    onError: (error) => showFieldErrors(form, error, names),
  });
  const remove = useMutation({
    mutationFn: () =>
      data(client.DELETE('/api/projects/{projectId}/structures/{structureId}/gnss-config', { params: { path } })),
    onSuccess: () => {
      renew();
      form.resetFields();
    },
  });
  return (
    <QueryPanel
      query={stations}
      rows={6}
      isEmpty={(answer) => answer.list.length === 0}
      empty={<PanelEmpty title={t('gnss.none')} hint={t('gnss.noneHint')} />}
    >
      {({ list }) => {
        const options = list.map((one) => ({ value: one.id, label: `${one.name} (${one.sncode})` }));
        return (
          <div className={styles.form}>
            <Form<GNSSConfig>
              form={form}
              layout="vertical"
              requiredMark={false}
              disabled={!mayEdit}
              initialValues={start}
              onFinish={(values) => save.mutate({ ...values, sites: values.sites ?? [] })}
            >
              <FormError error={save.error ?? undefined} />
              <Form.Item
                name="taskName"
                label={t('gnss.taskName')}
                rules={[
                  { required: true, message: t('gnss.needed') },
                  { pattern: /^[A-Za-z0-9_-]+$/, message: t('gnss.taskNameRule') },
                  atMost(20),
                ]}
              >
                <Input count={counted(20)} />
              </Form.Item>
              <Form.Item
                name="baseStation"
                label={t('gnss.baseStation')}
                rules={[{ required: true, message: t('gnss.needed') }]}
              >
                <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
              </Form.Item>
              <Form.Item name="sites" label={`${t('gnss.sites')}${t('common:optional')}`}>
                <Select
                  mode="multiple"
                  options={options.filter((one) => one.value !== base)}
                  showSearch={{ optionFilterProp: 'label' }}
                />
              </Form.Item>
              <Form.Item
                name="filterPeriod"
                label={t('gnss.filterPeriod')}
                rules={[{ required: true, message: t('gnss.needed') }]}
              >
                <NumberField min={1} max={720} step={1} />
              </Form.Item>
              <Form.Item
                name="frequency"
                label={t('gnss.frequency')}
                rules={[{ required: true, message: t('gnss.needed') }]}
              >
                <NumberField min={1} max={3600} step={1} />
              </Form.Item>
              <Form.Item
                name="processInterval"
                label={t('gnss.processInterval')}
                rules={[{ required: true, message: t('gnss.needed') }]}
              >
                <NumberField min={1} max={10080} step={1} />
              </Form.Item>
              {mayEdit && (
                <div className={styles.buttons}>
                  <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
                    {t('common:action.save')}
                  </Button>
                  {structure.gnssConfig && (
                    <Button danger loading={remove.isPending} onClick={() => remove.mutate()}>
                      {t('gnss.remove')}
                    </Button>
                  )}
                </div>
              )}
            </Form>
          </div>
        );
      }}
    </QueryPanel>
  );
}
