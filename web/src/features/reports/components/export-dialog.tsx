import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { PointsPick } from '@/entities/project/points-pick';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { type Asked, formats, type ReadingsRequest, reportKinds, useExport } from '../queries';
import styles from '../reports.module.css';

const kinds = ['raw', 'observed', 'accumulated', 'change', 'rate'] as const;
const week = 7 * 86_400_000;

interface ExportForm {
  kind: Asked['kind'];
  structureId: number;
  measurement: string;
  pointIds: number[];
  start: number;
  end: number;
  kinds: string[];
  abnormal: boolean;
  knownAt: number | null;
  format: ReadingsRequest['format'];
}

interface Props {
  projectId: number;
  zone: string;
  onClose: () => void;
}

function askedOf(projectId: number, values: ExportForm): Asked {
  const selection = {
    projectId,
    start: values.start,
    end: values.end,
    ...(values.knownAt && { knownAt: values.knownAt }),
    ...(values.pointIds.length > 0 && { measuringPointIds: values.pointIds }),
    ...(values.structureId > 0 && { structureId: values.structureId }),
    ...(values.measurement && { measurement: values.measurement }),
  };
  if (values.kind === 'total-report') return { kind: values.kind, body: selection };
  const valueTypes = kinds.filter((kind) => values.kinds.includes(kind));
  return {
    kind: values.kind,
    body: { ...selection, format: values.format, valueTypes, includeAbnormal: values.abnormal },
  };
}

/** Asks for the readings of measuring points, or their summary, as a file. */
export function ExportDialog({ projectId, zone, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<ExportForm>();
  const [opened] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  const structureId = Form.useWatch('structureId', form) ?? 0;
  const kind = Form.useWatch('kind', form) ?? reportKinds[0];
  const format = Form.useWatch('format', form) ?? 'xlsx';
  const send = useExport(projectId);

  function submit(values: ExportForm) {
    send.mutate(askedOf(projectId, values), {
      onSuccess: () => {
        announce('success', t('asked'));
        onClose();
      },
    });
  }

  return (
    <Dialog
      open
      width={640}
      title={t('add')}
      okText={t('make')}
      okButtonProps={{ loading: send.isPending }}
      onCancel={onClose}
      onOk={form.submit}
    >
      <FormError error={send.error} />
      <Form<ExportForm>
        form={form}
        name="export"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          kind: reportKinds[0],
          structureId: 0,
          measurement: '',
          pointIds: [],
          start: opened - week,
          end: opened,
          kinds: ['observed', 'accumulated'],
          abnormal: false,
          knownAt: null,
          format: 'xlsx',
        }}
        onFinish={submit}
      >
        <Form.Item name="kind" label={t('content')} extra={t(`kindHint.${kind}`)}>
          <Radio.Group options={reportKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="structureId" label={t('common:entity.structure')}>
            <Select
              options={[
                { value: 0, label: t('wholeProject') },
                ...structures.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Form.Item>
          <Form.Item name="measurement" label={t('common:entity.measurement')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                { value: '', label: t('allMeasurements') },
                ...measurements.map(({ code, label }) => ({ value: code, label: say(label) })),
              ]}
            />
          </Form.Item>
        </div>
        <Form.Item name="pointIds" label={t('fact.points')}>
          <PointsPick
            projectId={projectId}
            structureId={structureId}
            label={t('fact.points')}
            placeholder={t('allPoints')}
          />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="start" label={t('from')} rules={[{ required: true, message: t('timeEmpty') }]}>
            <ZonedPicker zone={zone} label={t('from')} />
          </Form.Item>
          <Form.Item
            name="end"
            label={t('to')}
            dependencies={['start']}
            rules={[
              { required: true, message: t('timeEmpty') },
              ({ getFieldValue }) => ({
                validator: async (_, end: number | null) => {
                  if (end && end < getFieldValue('start')) throw new Error(t('endBefore'));
                },
              }),
            ]}
          >
            <ZonedPicker zone={zone} label={t('to')} />
          </Form.Item>
        </div>
        {kind === 'measuring-point-data' && <ReadingFields />}
        <div className={styles.pair}>
          {kind === 'measuring-point-data' && (
            <Form.Item name="format" label={t('column.format')} extra={t(`formatHint.${format}`)}>
              <Radio.Group options={formats.map((value) => ({ value, label: value.toUpperCase() }))} />
            </Form.Item>
          )}
          <Form.Item name="knownAt" label={t('fact.known')} extra={t('knownHint')}>
            <ZonedPicker zone={zone} label={t('fact.known')} allowClear placeholder={t('now')} />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}

/** What a file of readings contains. */
function ReadingFields() {
  const { t } = useTranslation('reports');
  return (
    <>
      <Form.Item
        name="kinds"
        label={t('fact.values')}
        rules={[
          {
            validator: async (_, chosen: string[]) => {
              if (chosen.length === 0) throw new Error(t('kindsEmpty'));
            },
          },
        ]}
      >
        <Checkbox.Group options={kinds.map((value) => ({ value, label: t(`value.${value}`) }))} />
      </Form.Item>
      <Form.Item name="abnormal" valuePropName="checked">
        <Checkbox>{t('abnormal')}</Checkbox>
      </Form.Item>
    </>
  );
}
