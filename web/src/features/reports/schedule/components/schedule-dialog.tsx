import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { structuresQuery } from '@/api/project';
import { useProjectMeasurements } from '@/entities/project/use-measurements';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { MinutePicker } from '@/ui/form/minute-picker';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { PaperFields } from '../../project/components/paper-fields';
import { TextFields } from '../../project/components/text-fields';
import { aboutFields } from '../../project/model/settings';
import { useTemplateOptions } from '../../template/use-template-options';
import { bodyOf, formOf, type ScheduleForm, standing } from '../model/fields';
import { kinds, type Schedule, type ScheduleFields, useMembers, useSave } from '../queries';
import styles from '../schedules.module.css';

const languages = { zh: '简体中文', en: 'English', 'zh-TW': '繁體中文' } as const;

interface Props {
  projectId: number;
  zone: string;
  /** undefined: a new one. */
  schedule: Schedule | undefined;
  onClose: () => void;
}

/** Sets up a schedule, or changes one. */
export function ScheduleDialog({ projectId, zone, schedule, onClose }: Props) {
  const { t, i18n } = useTranslation(['report-schedules', 'common']);
  const [form] = Form.useForm<ScheduleForm>();
  const save = useSave(projectId, schedule?.id);
  const [failure, setFailure] = useState<unknown>();
  const [start] = useState(() => formOf(schedule, i18n.language as ScheduleFields['language']));
  const unsaved = useUnsaved(useFormChanged(form, start));
  const waits = Form.useWatch('waits', form) ?? start.waits;
  const template = Form.useWatch('template', form) ?? start.template;

  function submit(values: ScheduleForm) {
    setFailure(undefined);
    save.mutate(bodyOf(values, schedule), {
      onSuccess: () => {
        unsaved.saved();
        announce('success', t('saved'));
        onClose();
      },
      onError: (error) => {
        const about = aboutFields(error);
        setFailure(showFieldErrors(form, about, Object.keys(start)) ? undefined : about);
      },
    });
  }

  return (
    <Dialog
      open
      width={680}
      title={t(schedule ? 'edit' : 'add')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <FormError error={failure} />
        <Form<ScheduleForm>
          form={form}
          name="reportSchedule"
          layout="vertical"
          requiredMark={false}
          initialValues={start}
          scrollToFirstError
          onFinish={submit}
        >
          <Form.Item name="name" label={t('name')} rules={[{ required: true, message: t('nameEmpty') }, atMost(100)]}>
            <Input />
          </Form.Item>
          <Form.Item name="kind" label={t('kindLabel')}>
            <Radio.Group options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
          </Form.Item>
          <div className={styles.pair}>
            <Form.Item name="makeMinute" label={t('makeMinute')} extra={t('makeHint', { zone })}>
              <MinutePicker />
            </Form.Item>
            {waits && (
              <Form.Item name="waitMinute" label={t('waitMinute')} extra={t('waitHint')}>
                <MinutePicker />
              </Form.Item>
            )}
          </div>
          <Form.Item name="waits" valuePropName="checked">
            <Checkbox>{t('waits')}</Checkbox>
          </Form.Item>
          <Form.Item name="missed" label={t('missed')} extra={t('missedHint')}>
            <Radio.Group
              options={(['latest', 'all'] as const).map((value) => ({ value, label: t(`missedOf.${value}`) }))}
            />
          </Form.Item>
          <Contents projectId={projectId} />
          {template === '' && <PaperFields />}
          <TextFields names={standing} />
          <Recipients projectId={projectId} schedule={schedule} />
        </Form>
      </Unsaved>
    </Dialog>
  );
}

/** What the reports are about, and their form. */
function Contents({ projectId }: { projectId: number }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useProjectMeasurements(projectId);
  const language = Form.useWatch<ScheduleForm['language']>('language');
  const many = { mode: 'multiple' as const, showSearch: { optionFilterProp: 'label' } };
  const forms = useTemplateOptions(projectId, language, ({ name, format }) => `${name}.${format}`); // of their newest version
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="title" label={t('reportTitle')} rules={[atMost(100)]}>
          <Input placeholder={t('titleHint')} />
        </Form.Item>
        <Form.Item name="language" label={t('language')}>
          <Select options={Object.entries(languages).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="structureIds" label={t('common:entity.structure')}>
          <Select
            {...many}
            placeholder={t('allStructures')}
            options={structures.filter(({ isItem }) => !isItem).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="measurements" label={t('common:entity.measurement')}>
          <Select {...many} placeholder={t('allMeasurements')} options={measurements} />
        </Form.Item>
      </div>
      <Form.Item name="template" label={t('template')}>
        <Select options={forms} />
      </Form.Item>
    </>
  );
}

/** Who gets issued reports, and how. */
function Recipients({ projectId, schedule }: { projectId: number; schedule: Schedule | undefined }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const members = useMembers(projectId).data ?? [];
  const gone = (schedule?.people ?? []).filter(({ accountId }) => !members.some(({ userId }) => userId === accountId));
  return (
    <>
      <Form.Item name="accountIds" label={t('accountIds')} extra={t('accountsHint')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...members.map(({ userId, displayName, name }) => ({ value: userId, label: displayName || name })),
            ...gone.map(({ accountId, name }) => ({ value: accountId, label: name })),
          ]}
        />
      </Form.Item>
      <Form.Item name="emailList" label={t('emailList')} extra={t('emailHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '，', '；']} />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="deliver" label={t('deliverLabel')} extra={t('deliverHint')}>
          <Radio.Group
            options={(['attachment', 'link'] as const).map((value) => ({ value, label: t(`deliver.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="files" label={t('filesLabel')}>
          <Select
            options={(['pdf', 'template', 'all'] as const).map((value) => ({ value, label: t(`files.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="drafts" valuePropName="checked" extra={t('draftsHint')}>
        <Checkbox>{t('drafts')}</Checkbox>
      </Form.Item>
    </>
  );
}
