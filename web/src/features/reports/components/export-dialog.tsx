import { Form, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { type Asked, askedOf, type ExportForm, reportKinds } from '../asked';
import { formats, useExport } from '../queries';
import styles from '../reports.module.css';
import {
  CompareFields,
  DeviceFields,
  MomentFields,
  PointFields,
  RangeFields,
  ReadingFields,
  SectionFields,
  TimeField,
} from './export-fields';

const day = 86_400_000;

/** Kinds that name devices. */
const deviceKinds: readonly Asked['kind'][] = ['device-research', 'nsbd-report'];

interface Props {
  projectId: number;
  zone: string;
  kind: Asked['kind'];
  /** The structure that is chosen at first; 0: none. */
  structureId: number;
  onClose: () => void;
}

/** Asks for a file of any kind. */
export function ExportDialog({ projectId, zone, kind: first, structureId, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [form] = Form.useForm<ExportForm>();
  const [opened] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const kind = Form.useWatch('kind', form) ?? first;
  const devices = useCan('View:Device');
  const nsbd = useSession()?.brand?.activeNSBDInfoTable === true;
  const send = useExport(projectId);

  function submit() {
    // Also what the fields of other kinds hold, which are not shown.
    send.mutate(askedOf(projectId, form.getFieldsValue(true)), {
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
          ...{ kind: first, structureId, measurement: '', pointIds: [], sections: [], sectionKinds: [], deviceIds: [] },
          ...{ start: opened - 7 * day, end: opened, time: opened, previous: null, compared: 'times' },
          ...{ start2: opened - 7 * day, end2: opened, values: ['observed', 'accumulated'] },
          ...{ abnormal: false, knownAt: null, format: 'xlsx' },
        }}
        onValuesChange={(changed) => {
          // Only readings have this format.
          if (changed.kind && changed.kind !== 'measuring-point-data' && form.getFieldValue('format') === 'parquet') {
            form.setFieldValue('format', 'xlsx');
          }
        }}
        onFinish={submit}
      >
        <Form.Item name="kind" label={t('content')} extra={t(`kindHint.${kind}`)}>
          <Select
            options={reportKinds
              .filter((value) => devices || !deviceKinds.includes(value))
              .filter((value) => nsbd || value !== 'nsbd-report')
              .map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </Form.Item>
        <Fields {...{ kind, projectId, zone }} />
        <div className={styles.pair}>
          <FormatField kind={kind} />
          <Form.Item name="knownAt" label={t('fact.known')} extra={t('knownHint')}>
            <ZonedPicker zone={zone} label={t('fact.known')} allowClear placeholder={t('now')} />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}

/** What a kind of file needs to know. */
function Fields({ kind, projectId, zone }: Pick<Props, 'kind' | 'projectId' | 'zone'>) {
  const { t } = useTranslation('reports');
  switch (kind) {
    case 'section-deformation-report':
      return (
        <>
          <SectionFields projectId={projectId} />
          <RangeFields zone={zone} />
        </>
      );
    case 'device-research':
      return (
        <>
          <DeviceFields projectId={projectId} />
          <RangeFields zone={zone} />
        </>
      );
    case 'compare-report':
      return (
        <>
          <PointFields projectId={projectId} />
          <CompareFields zone={zone} />
        </>
      );
    case 'nsbd-report':
      return (
        <>
          <PointFields projectId={projectId} />
          <TimeField name="time" label={t('time')} zone={zone} />
        </>
      );
    case 'measuring-point-report':
      return (
        <>
          <PointFields projectId={projectId} />
          <MomentFields zone={zone} />
        </>
      );
    default:
      return (
        <>
          <PointFields projectId={projectId} />
          <RangeFields zone={zone} />
          {kind === 'measuring-point-data' && <ReadingFields />}
        </>
      );
  }
}

/** The format of a file, of those that its kind has. */
function FormatField({ kind }: Pick<Props, 'kind'>) {
  const { t } = useTranslation('reports');
  const format = Form.useWatch<ExportForm['format']>('format') ?? 'xlsx';
  const readings = kind === 'measuring-point-data';
  if (kind === 'total-report') return null;
  return (
    <Form.Item
      name="format"
      label={t('column.format')}
      extra={readings || format === 'parquet' ? t(`formatHint.${format}`) : t(`tableHint.${format}`)}
    >
      <Radio.Group
        options={formats
          .filter((value) => readings || value !== 'parquet')
          .map((value) => ({ value, label: value.toUpperCase() }))}
      />
    </Form.Item>
  );
}
