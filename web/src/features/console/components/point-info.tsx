import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeviceTypeName, useMeasurementName } from '@/api/catalog';
import { Refusal } from '@/entities/configuration/refusal';
import { PlaceFields } from '@/entities/map/place-fields';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { withoutNull } from '@/entities/project/project-fields';
import { DangerZone } from '@/ui/danger-zone';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import styles from '../pages/console.module.css';
import { type Point, type PointFields, useDeletePoint, useUpdatePoint } from '../queries/points';
import { useStructures } from '../queries/project';
import { ConvertDialog } from './convert-dialog';
import { DeletionDialog } from './deletion-dialog';

const names = ['name', 'itemId', 'longitude', 'latitude', 'sort'];

/** The kind and place of a point; its kind can be changed from a given time. */
export function PointInfo({ point, zone }: { point: Point; zone: string }) {
  const { t } = useTranslation(['sites', 'console', 'common']);
  const [form] = Form.useForm<PointFields>();
  const [converting, setConverting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const mayEdit = useCan('Update:MeasuringPoint');
  const measurementName = useMeasurementName();
  const typeName = useDeviceTypeName();
  const structures = useStructures(point.projectId);
  const save = useUpdatePoint(point.projectId, point.structureId, point.id);
  const remove = useDeletePoint(point.projectId, point.structureId);
  const navigate = useNavigate();
  const { id: _id, projectId: _p, structureId: _s, createdAt: _t, ...fields } = point;
  const changed = useFormChanged(form, fields);
  const unsaved = useUnsaved(changed);
  const kind = point.type ?? 'normal';
  const convertible = kind !== 'virtual' && kind !== 'temporary';
  return (
    <div className={styles.form}>
      <dl className={styles.facts}>
        <dt>{t('point.kind')}</dt>
        <dd>
          {t(`kinds.${kind}`)}
          {mayEdit && convertible && (
            <Button type="link" size="small" onClick={() => setConverting(true)}>
              {t('convert.open')}
            </Button>
          )}
        </dd>
        <dt>{t('common:entity.measurement')}</dt>
        <dd>{measurementName(point.measurement)}</dd>
        <dt>{t('console:point.category')}</dt>
        <dd>{kind === 'normal' || kind === 'temporary' ? typeName(point.category) : t(`kinds.${kind}`)}</dd>
        <dt>{t('point.created')}</dt>
        <dd>{formatTime(point.createdAt, zone)}</dd>
      </dl>
      <Form<PointFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={!mayEdit}
        initialValues={fields}
        onFinish={(values) =>
          save.mutate(withoutNull({ ...fields, ...values }), {
            onSuccess: (saved) => {
              unsaved.saved();
              announce('success', t('console:saved'));
              const place = `/projects/${saved.projectId}/console/structures/${saved.structureId}`;
              navigate(`${place}/items/${saved.itemId ?? 0}/mps/${saved.id}`, { replace: true });
            },
            onError: (error) => showFieldErrors(form, error, names),
          })
        }
      >
        <Refusal error={save.error} />
        <Form.Item
          name="name"
          label={t('console:point.name')}
          rules={[{ required: true, whitespace: true, message: t('console:nameNeeded') }, atMost(20)]}
        >
          <Input count={counted(20)} />
        </Form.Item>
        <Form.Item name="itemId" label={t('point.item')}>
          <Select
            options={[
              { value: 0, label: t('point.noItem') },
              ...(structures.data?.list ?? [])
                .filter((one) => one.isItem && one.parentId === point.structureId)
                .map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
        </Form.Item>
        <PlaceFields disabled={!mayEdit} />
        {mayEdit && (
          <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
            {t('common:action.save')}
          </Button>
        )}
      </Form>
      <Can any={['Delete:MeasuringPoint']}>
        <DangerZone title={t('console:point.delete')} hint={t('console:point.deleteHint')}>
          <Button danger onClick={() => setDeleting(true)}>
            {t('console:point.delete')}
          </Button>
        </DangerZone>
      </Can>
      <DeletionDialog
        open={deleting}
        doomed={{ structureId: point.structureId, measuringPointId: point.id }}
        hint={t('console:point.deleteHint')}
        verb={t('console:point.delete')}
        pending={remove.isPending}
        error={remove.error}
        onDelete={() =>
          remove.mutate(point.id, {
            onSuccess: () => {
              unsaved.saved();
              navigate(`/projects/${point.projectId}/console/structures/${point.structureId}`);
            },
          })
        }
        onClose={() => {
          remove.reset();
          setDeleting(false);
        }}
      />
      {converting && <ConvertDialog open point={point} zone={zone} onClose={() => setConverting(false)} />}
    </div>
  );
}
