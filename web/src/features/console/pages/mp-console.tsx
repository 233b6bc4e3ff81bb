import { LineChartOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Modal, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useDeviceTypeName, useMeasurementName } from '@/api/catalogue';
import type { Place } from '@/shared/configuration/editor';
import { BindingEditor } from '@/shared/configuration/editors/binding-editor';
import { CollectEditor } from '@/shared/configuration/editors/collect-editor';
import { FormulaEditor } from '@/shared/configuration/editors/formula-editor';
import { InitialEditor } from '@/shared/configuration/editors/initial-editor';
import { ProcessorEditor } from '@/shared/configuration/editors/processor-editor';
import { ThresholdsEditor } from '@/shared/configuration/editors/thresholds-editor';
import { Refusal } from '@/shared/configuration/refusal';
import { VersionStudio } from '@/shared/configuration/version-studio';
import { showFieldErrors } from '@/shared/form/field-errors';
import { formatTime } from '@/shared/format/time';
import { PlaceFields } from '@/shared/map/place-fields';
import { announce } from '@/shared/messages';
import { Can } from '@/shared/perm/can';
import { useCan } from '@/shared/perm/permissions';
import { withoutNull } from '@/shared/project/project-fields';
import { useProject, useZone } from '@/shared/project/use-project';
import { QueryPanel } from '@/shared/ui/states';
import { ConsoleFrame } from '../components/console-frame';
import { Corrections } from '../components/corrections';
import { type Point, type PointFields, useDeletePoint, usePoint, useUpdatePoint } from '../queries/points';
import { useStructures } from '../queries/project';
import styles from './console.module.css';

const tabs = ['info', 'binding', 'formula', 'initial', 'processor', 'collect', 'thresholds', 'corrections'] as const;

/** A measuring point by hand: what it is, what feeds it, how its values come about, when it alarms. */
export default function MpConsole() {
  const { t } = useTranslation(['console', 'common']);
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  const itemId = Number(params.itemId ?? 0);
  const pointId = Number(params.mpId);
  const project = useProject(projectId);
  const structures = useStructures(projectId);
  const zone = useZone(projectId);
  const query = usePoint(structureId, pointId);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'info';
  const base = `/projects/${projectId}/console/structures/${structureId}`;
  const name = (id: number) => structures.data?.list.find((one) => one.id === id)?.name ?? '';
  return (
    <ConsoleFrame
      title={query.data?.name ?? ''}
      way={[
        { name: project.data?.name ?? '', to: `/projects/${projectId}/console` },
        { name: name(structureId), to: base },
        ...(itemId > 0 ? [{ name: name(itemId), to: `${base}/items/${itemId}` }] : []),
      ]}
      actions={
        <Link to={`/projects/${projectId}/monitor-new/structures/${structureId}/mps/${pointId}`}>
          <Button icon={<LineChartOutlined aria-hidden />} tabIndex={-1}>
            {t('point.curve')}
          </Button>
        </Link>
      }
    >
      <QueryPanel query={query} rows={8}>
        {(point) => {
          const place: Place = {
            projectId,
            corporationId: project.data?.corporationId ?? 0,
            zone,
            measurement: point.measurement,
            category: point.category,
            pointId,
          };
          const owner = { kind: 'point' as const, structureId, id: pointId };
          const studio = { owner, place };
          const panes: Record<(typeof tabs)[number], ReactNode> = {
            info: <PointInfo point={point} />,
            binding: (
              <VersionStudio
                {...studio}
                aspect="binding"
                blank={{ sources: [{ role: 'main', deviceId: 0 }] }}
                Editor={BindingEditor}
              />
            ),
            formula: <VersionStudio {...studio} aspect="formula" blank={{ rules: [] }} Editor={FormulaEditor} />,
            initial: (
              <VersionStudio
                {...studio}
                aspect="initial"
                blank={{ mode: 'auto', time: point.createdAt, count: 3 }}
                Editor={InitialEditor}
              />
            ),
            processor: <VersionStudio {...studio} aspect="processor" blank={{}} Editor={ProcessorEditor} />,
            collect: (
              <VersionStudio
                {...studio}
                aspect="collect"
                blank={{ mode: 'UploadCollect', interval: 3600 }}
                Editor={CollectEditor}
              />
            ),
            thresholds: (
              <VersionStudio {...studio} aspect="thresholds" blank={{ list: [] }} Editor={ThresholdsEditor} />
            ),
            corrections: <Corrections point={point} zone={zone} />,
          };
          return (
            <>
              {point.ailment && (
                <Alert
                  type="error"
                  showIcon
                  title={t('point.ailing')}
                  description={t('point.ailingHint', {
                    since: formatTime(point.ailment.since, zone),
                    attempts: point.ailment.attempts,
                  })}
                />
              )}
              <Tabs
                className={styles.tabs ?? ''}
                activeKey={tab}
                destroyOnHidden
                onChange={(key) => setSearch(key === 'info' ? {} : { tab: key }, { replace: true })}
                items={tabs.map((key) => ({ key, label: t(`pointTab.${key}`), children: panes[key] }))}
              />
            </>
          );
        }}
      </QueryPanel>
    </ConsoleFrame>
  );
}

const names = ['name', 'longitude', 'latitude', 'sort'];

function PointInfo({ point }: { point: Point }) {
  const { t } = useTranslation(['console', 'common']);
  const [form] = Form.useForm<PointFields>();
  const mayEdit = useCan('Update:MeasuringPoint');
  const measurementName = useMeasurementName();
  const typeName = useDeviceTypeName();
  const save = useUpdatePoint(point.projectId, point.structureId, point.id);
  const remove = useDeletePoint(point.projectId, point.structureId);
  const navigate = useNavigate();
  const { id: _id, projectId: _p, structureId: _s, createdAt: _t, ...fields } = point;
  return (
    <div className={styles.form}>
      <Form<PointFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={!mayEdit}
        initialValues={fields}
        onFinish={(values) =>
          save.mutate(withoutNull({ ...fields, ...values }), {
            onSuccess: () => announce('success', t('saved')),
            onError: (error) => showFieldErrors(form, error, names),
          })
        }
      >
        <Refusal error={save.error} />
        <Form.Item
          name="name"
          label={t('point.name')}
          rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
        >
          <Input maxLength={20} showCount />
        </Form.Item>
        <p className={styles.quiet}>
          {t('point.fixed', { measurement: measurementName(point.measurement), category: typeName(point.category) })}
        </p>
        <PlaceFields name={point.name} disabled={!mayEdit} />
        {mayEdit && (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('common:action.save')}
          </Button>
        )}
      </Form>
      <Can any={['Delete:MeasuringPoint']}>
        <section className={styles.danger}>
          <h2>{t('point.delete')}</h2>
          <p>{t('point.deleteHint')}</p>
          <Button
            danger
            loading={remove.isPending}
            onClick={() =>
              Modal.confirm({
                title: t('point.deleteTitle', { name: point.name }),
                content: t('point.deleteHint'),
                okText: t('point.delete'),
                okButtonProps: { danger: true },
                onOk: () =>
                  remove
                    .mutateAsync(point.id)
                    .then(() => navigate(`/projects/${point.projectId}/console/structures/${point.structureId}`)),
              })
            }
          >
            {t('point.delete')}
          </Button>
        </section>
      </Can>
    </div>
  );
}
