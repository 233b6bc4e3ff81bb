import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { structuresQuery } from '@/api/project';
import { useProjectMeasurements } from '@/entities/project/use-measurements';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { kinds, usualPeriod } from '../model/period';
import { aboutFields, type ReportForm, settingsOf, textsOf, usualCurves } from '../model/settings';
import styles from '../project-reports.module.css';
import { useCreate, useFileOnly } from '../queries';
import { PaperFields } from './paper-fields';
import { TemplateFields } from './template-fields';
import { TextFields } from './text-fields';

const day = 86_400_000;
const fields = [
  ...['kind', 'title', 'start', 'end', 'knownAt', 'structureIds', 'measurements'],
  ...['curves', 'paper', 'template', 'format'],
];

interface Props {
  projectId: number;
  zone: string;
  /** When it was opened, UTC ms. */
  now: number;
  onClose: () => void;
}

/** Begins a report that people sign, or asks for one as a file. */
export function NewReportDialog({ projectId, zone, now, onClose }: Props) {
  const { t } = useTranslation(['project-reports', 'common']);
  const navigate = useNavigate();
  const [form] = Form.useForm<ReportForm>();
  const create = useCreate(projectId);
  const file = useFileOnly(projectId);
  const [failure, setFailure] = useState<unknown>();
  const [start] = useState<ReportForm>(() => ({
    as: 'signed',
    kind: 'week',
    ...(usualPeriod('week', now, zone) ?? { start: now - 7 * day, end: now }),
    knownAt: null,
    title: '',
    structureIds: [],
    measurements: [],
    curves: usualCurves,
    paper: 'A4',
    landscape: false,
    template: '',
    format: 'pdf',
    ...textsOf({}),
  }));
  const unsaved = useUnsaved(useFormChanged(form, start));
  const as = Form.useWatch('as', form) ?? 'signed';
  const kind = Form.useWatch('kind', form) ?? 'week';
  const template = Form.useWatch('template', form) ?? '';

  async function submit(values: ReportForm) {
    setFailure(undefined);
    try {
      if (values.as === 'file') {
        await file.mutateAsync({ ...settingsOf(values), format: values.format });
        announce('success', t('askedFile'));
        unsaved.saved();
        navigate(`/projects/${projectId}/reports/download`);
      } else {
        const { id } = await create.mutateAsync(settingsOf(values));
        unsaved.saved();
        navigate(`/projects/${projectId}/reports/project/${id}`);
      }
    } catch (error) {
      const names = [...fields, ...Object.keys(textsOf({}))];
      setFailure(showFieldErrors(form, aboutFields(error), names) ? undefined : error);
    }
  }

  return (
    <Dialog
      open
      width={680}
      title={t('add')}
      okText={t(as === 'file' ? 'makeFile' : 'make')}
      okButtonProps={{ loading: create.isPending || file.isPending }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={form.submit}
    >
      <Unsaved of={unsaved}>
        <FormError error={failure} />
        <Form<ReportForm>
          form={form}
          name="projectReport"
          layout="vertical"
          requiredMark={false}
          initialValues={start}
          scrollToFirstError
          onValuesChange={({ kind: chosen }: Partial<ReportForm>) => {
            const period = chosen && usualPeriod(chosen, now, zone);
            if (period) form.setFieldsValue(period);
          }}
          onFinish={submit}
        >
          <Form.Item name="as" label={t('as')} extra={t(`asHint.${as}`)}>
            <Radio.Group
              options={(['signed', 'file'] as const).map((value) => ({ value, label: t(`asName.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="kind" label={t('column.kind')} extra={t(`kindHint.${kind}`)}>
            <Radio.Group options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
          </Form.Item>
          <Period zone={zone} />
          <Form.Item name="title" label={t('name')} rules={[atMost(100)]}>
            <Input placeholder={t('titleHint')} />
          </Form.Item>
          <Contents projectId={projectId} zone={zone} />
          <TemplateFields projectId={projectId} asFile={as === 'file'} />
          {template === '' && <PaperFields />}
          <TextFields />
        </Form>
      </Unsaved>
    </Dialog>
  );
}

/** From when to when; the end itself is not part of it. */
function Period({ zone }: { zone: string }) {
  const { t } = useTranslation('project-reports');
  const needed = { required: true, message: t('timeEmpty') };
  return (
    <div className={styles.pair}>
      <Form.Item name="start" label={t('from')} rules={[needed]}>
        <ZonedPicker zone={zone} label={t('from')} />
      </Form.Item>
      <Form.Item
        name="end"
        label={t('to')}
        extra={t('toHint')}
        dependencies={['start']}
        rules={[
          needed,
          ({ getFieldValue }) => ({
            validator: async (_, end: number | null) => {
              if (end && end <= getFieldValue('start')) throw new Error(t('endBefore'));
            },
          }),
        ]}
      >
        <ZonedPicker zone={zone} label={t('to')} />
      </Form.Item>
    </div>
  );
}

/** What a report is about. */
function Contents({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation(['project-reports', 'common']);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useProjectMeasurements(projectId);
  const many = { mode: 'multiple' as const, showSearch: { optionFilterProp: 'label' } };
  return (
    <>
      <div className={styles.pair}>
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
      <Form.Item name="knownAt" label={t('fact.known')} extra={t('knownHint')}>
        <ZonedPicker zone={zone} label={t('fact.known')} allowClear placeholder={t('now')} />
      </Form.Item>
    </>
  );
}
