import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  collectorTypesQuery,
  deviceModelsQuery,
  measurementFieldsQuery,
  useDeviceType,
  useLabel,
  useMeasurementName,
} from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import type { EditorProps } from '@/entities/configuration/editor';
import editors from '@/entities/configuration/editors/editors.module.css';
import type { FieldSpec } from '../model/fields';
import { baseStationsQuery } from '../queries';
import { FieldsEditor } from './fields-editor';

type Schemas = components['schemas'];
export type Basic = Schemas['DeviceBasic'];
export type Chart = Schemas['DeviceChart'];
export type Pam = Schemas['DevicePam'];
export type GDMAngle = Schemas['DeviceGDMAngle'];
export type Resolve = Schemas['DeviceResolve'];

/** Measurements with a settlement, whose sign can be inverted. */
const settling = ['DBCJ', 'StructuralDeformation'];

/** The settings of a device apart from calibration and mounting. */
export function BasicEditor({ value, original, onChange, place }: EditorProps<Basic>) {
  const { t } = useTranslation('devices');
  const say = useLabel();
  const measurementName = useMeasurementName();
  const type = useDeviceType(place.category);
  const { data: collectors = [] } = useQuery(collectorTypesQuery);
  const { data: models = [] } = useQuery(deviceModelsQuery);
  // The types that models of this type can be connected to; all if no model restricts them.
  const fitting = models.filter((one) => one.type === place.category).flatMap((one) => one.collectorTypeOptions);
  const base: FieldSpec[] = [
    { path: 'baseStation.ip', kind: 'text', max: 253, label: t('basic.baseIp') },
    { path: 'baseStation.port', kind: 'number', limits: { min: 1, max: 65535, step: 1 }, label: t('basic.basePort') },
    { path: 'baseStation.mountpoint', kind: 'text', label: t('basic.baseMount') },
    { path: 'baseStation.user', kind: 'text', label: t('basic.baseUser') },
    { path: 'baseStation.password', kind: 'secret', label: t('basic.basePassword') },
  ];
  const camera: FieldSpec[] = [
    { path: 'cameraSerial', kind: 'text', max: 9, label: t('basic.cameraSerial') },
    { path: 'validationCode', kind: 'secret', label: t('basic.validationCode') },
  ];
  const sign: FieldSpec = {
    path: 'settlementSign',
    kind: 'choice',
    label: t('basic.settlementSign'),
    options: [
      { value: 1, label: t('basic.signDown') },
      { value: -1, label: t('basic.signUp') },
    ],
  };
  const fields: FieldSpec[] = [
    {
      path: 'measurement',
      kind: 'choice',
      label: t('basic.measurement'),
      options: (type?.measurements ?? []).map((code) => ({ value: code, label: measurementName(code) })),
    },
    {
      path: 'collectorType',
      kind: 'choice',
      label: t('basic.collectorType'),
      options: collectors
        .filter((one) => fitting.length === 0 || fitting.includes(one.code) || one.code === value.collectorType)
        .map((one) => ({ value: one.code, label: say(one.label) })),
    },
    {
      path: 'coorSystem',
      kind: 'choice',
      label: t('basic.coorSystem'),
      options: (['local', 'CGCS2000', 'WGS84', 'project'] as const).map((code) => ({
        value: code,
        label: t(`basic.systems.${code}`),
      })),
    },
    ...(type?.measurements.some((code) => settling.includes(code)) ? [sign] : []),
    ...(type?.geometry ? [{ path: 'maxDepth', kind: 'number', label: t('basic.maxDepth') } as const] : []),
    { path: 'collectFunction', kind: 'flag', label: t('basic.collects') },
    { path: 'networkFunction', kind: 'flag', preset: type?.withNetwork ?? false, label: t('basic.connects') },
    ...(type?.blocks.includes('gnssConfig') ? base : []),
    ...(type?.pages.includes('camera') ? camera : []),
  ];
  return (
    <>
      <p className={editors.hint}>{t('basic.records')}</p>
      <FieldsEditor value={value} original={original} onChange={onChange} fields={fields} />
    </>
  );
}

/** How the values of a device are drawn. */
export function ChartEditor({ value, original, onChange, place }: EditorProps<Chart>) {
  const { t } = useTranslation('devices');
  const say = useLabel();
  const type = useDeviceType(place.category);
  const { data: delivered = [] } = useQuery(measurementFieldsQuery(place.category));
  const metrics = [...new Map(delivered.flatMap((one) => one.fields.map((a) => [a.name, a] as const))).values()].map(
    (a) => ({ value: a.name, label: `${say(a.label)}${a.unit ? ` ${a.unit}` : ''}` }),
  );
  const profile: FieldSpec[] = [
    {
      path: 'direction',
      kind: 'choice',
      label: t('chart.direction'),
      options: (['vertical', 'horizontal'] as const).map((code) => ({ value: code, label: t(`chart.${code}`) })),
    },
    { path: 'profileChart1LMetric', kind: 'choice', label: t('chart.left'), options: metrics },
    { path: 'profileChart1RMetric', kind: 'choice', label: t('chart.right'), options: metrics },
    { path: 'nodes', kind: 'numbers', limits: { min: 1, max: 1024 }, label: t('chart.nodes') },
    { path: 'reverseDepth', kind: 'flag', preset: true, label: t('chart.reverseDepth') },
  ];
  const fields: FieldSpec[] = [
    ...(type?.nodes ? profile : []),
    { path: 'yMin', kind: 'number', label: t('chart.yMin') },
    { path: 'yMax', kind: 'number', label: t('chart.yMax') },
    { path: 'decimals', kind: 'number', limits: { min: 0, max: 9, step: 1 }, label: t('chart.decimals') },
    {
      path: 'palette',
      kind: 'choice',
      label: t('chart.palette'),
      options: (['standard', 'cool', 'warm', 'mono'] as const).map((code) => ({
        value: code,
        label: t(`chart.palettes.${code}`),
      })),
    },
    { path: 'showThreshold', kind: 'flag', preset: true, label: t('chart.showThreshold') },
  ];
  return <FieldsEditor value={value} original={original} onChange={onChange} fields={fields} />;
}

/** How a pipe is surveyed. */
export function PamEditor({ value, original, onChange }: EditorProps<Pam>) {
  const { t } = useTranslation('devices');
  const station = (name: 'entry' | 'exit'): FieldSpec[] =>
    (['n', 'e', 'z'] as const).map((axis) => ({
      path: `${name}.${axis}`,
      kind: 'number',
      label: `${t(`pam.${name}`)} ${axis.toUpperCase()} m`,
    }));
  const fields: FieldSpec[] = [
    ...station('entry'),
    ...station('exit'),
    { path: 'step', kind: 'number', limits: { min: 0, max: 100 }, label: t('pam.step') },
    { path: 'length', kind: 'number', limits: { min: 0 }, label: t('pam.length') },
    { path: 'diameter', kind: 'number', limits: { min: 0 }, label: t('pam.diameter') },
    { path: 'minRadius', kind: 'number', limits: { min: 0 }, label: t('pam.minRadius') },
    {
      path: 'direction',
      kind: 'choice',
      label: t('pam.direction'),
      options: (['forward', 'backward'] as const).map((code) => ({ value: code, label: t(`pam.${code}`) })),
    },
    { path: 'average', kind: 'flag', label: t('pam.average') },
  ];
  return <FieldsEditor value={value} original={original} onChange={onChange} fields={fields} />;
}

/** The initial tilt of a gateway's own inclinometer. */
export function GDMAngleEditor({ value, original, onChange }: EditorProps<GDMAngle>) {
  const { t } = useTranslation('devices');
  const fields: FieldSpec[] = (['x0', 'y0', 'z0'] as const).map((path) => ({
    path,
    kind: 'number',
    limits: { min: -90, max: 90 },
    label: t(`gdm.${path}`),
  }));
  return <FieldsEditor value={value} original={original} onChange={onChange} fields={fields} />;
}

/** How a receiver's position is solved. */
export function ResolveEditor({ value, original, onChange, place }: EditorProps<Resolve>) {
  const { t } = useTranslation('devices');
  const { data: bases = [] } = useQuery(baseStationsQuery(place.projectId));
  const fields: FieldSpec[] = [
    { path: 'taskName', kind: 'text', label: t('resolve.taskName') },
    {
      path: 'role',
      kind: 'choice',
      label: t('resolve.role'),
      options: (['base', 'rover'] as const).map((code) => ({ value: code, label: t(`resolve.${code}`) })),
    },
    ...(value.role === 'base'
      ? []
      : [
          {
            path: 'baseStation',
            kind: 'choice',
            label: t('resolve.baseStation'),
            options: bases.map((one) => ({ value: one.deviceId, label: `${one.name} (${one.sncode})` })),
          } as const,
        ]),
    { path: 'antennaHeight', kind: 'number', limits: { min: 0, max: 100 }, label: t('resolve.antennaHeight') },
    { path: 'antennaType', kind: 'text', label: t('resolve.antennaType') },
    { path: 'elevationMask', kind: 'number', limits: { min: 0, max: 90 }, label: t('resolve.elevationMask') },
    {
      path: 'systems',
      kind: 'choices',
      label: t('resolve.systems'),
      options: [
        { value: 'G', label: 'GPS' },
        { value: 'R', label: 'GLONASS' },
        { value: 'E', label: 'Galileo' },
        { value: 'C', label: 'BeiDou' },
      ],
    },
    {
      path: 'mode',
      kind: 'choice',
      label: t('resolve.mode'),
      options: (['static', 'kinematic'] as const).map((code) => ({ value: code, label: t(`resolve.${code}`) })),
    },
    {
      path: 'rtcm.source',
      kind: 'choice',
      label: t('resolve.source'),
      options: [
        { value: 'tcp', label: 'TCP' },
        { value: 'ntrip', label: 'NTRIP' },
      ],
    },
    { path: 'rtcm.ip', kind: 'text', max: 253, label: t('resolve.ip') },
    { path: 'rtcm.port', kind: 'number', limits: { min: 1, max: 65535, step: 1 }, label: t('resolve.port') },
    { path: 'rtcm.mountpoint', kind: 'text', label: t('resolve.mountpoint') },
    { path: 'rtcm.user', kind: 'text', label: t('resolve.user') },
    { path: 'rtcm.password', kind: 'secret', label: t('resolve.password') },
  ];
  return (
    <>
      <p className={editors.hint}>{t('resolve.later')}</p>
      <FieldsEditor value={value} original={original} onChange={onChange} fields={fields} />
    </>
  );
}
