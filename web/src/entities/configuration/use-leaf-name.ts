import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { coefficientsQuery, useLabel } from '@/api/catalog';

/** Words for the names inside dated values, as the editors label them. */
const keys = {
  blue: 'common:level.1',
  yellow: 'common:level.2',
  orange: 'common:level.3',
  red: 'common:level.4',
  field: 'console:thresholds.field',
  valueType: 'console:thresholds.type',
  direction: 'console:thresholds.direction',
  reference: 'console:thresholds.reference',
  confirmTimes: 'console:thresholds.confirm',
  atOnce: 'console:thresholds.atOnce',
  confirmDays: 'console:thresholds.days',
  restoreTimes: 'console:thresholds.restore',
  restoreMargin: 'console:thresholds.margin',
  enable: 'console:geometry.used',
  segmentLen: 'console:geometry.segmentLen',
  minDepth: 'console:geometry.minDepth',
  markAngle: 'console:geometry.markAngle',
  no: 'console:geometry.no',
  sn: 'console:geometry.sn',
  len: 'console:geometry.len',
  twist: 'console:geometry.twist',
  used: 'console:geometry.used',
  isUsed: 'console:channels.used',
  signal: 'console:channels.signal',
  name: 'console:channels.name',
  rate: 'console:channels.rate',
  collectorId: 'console:connection.collector',
  channelNo: 'console:binding.channel',
  role: 'console:binding.role',
  deviceId: 'common:entity.device',
  pointId: 'common:entity.point',
  computedField: 'console:formula.field',
  formulaType: 'console:formula.type',
  sysFormula: 'console:formula.system',
  formula: 'console:formula.text',
  time: 'console:initial.time',
  count: 'console:initial.count',
  fixedEnd: 'console:processor.fixedEnd',
  twistCorrection: 'console:processor.twist',
  outputFrame: 'console:processor.frame',
  axisAzimuth: 'console:processor.azimuth',
  kind: 'console:processor.filter',
  alpha: 'console:processor.alpha',
  outlierSigma: 'console:processor.sigma',
  tempComp: 'console:processor.temp',
  changeUnit: 'console:processor.changeUnit',
  refPoint: 'point-settings:processor.refPoint',
  syncTolerance: 'point-settings:processor.syncTolerance',
  rho20: 'point-settings:processor.rho20',
  beta: 'point-settings:processor.beta',
  topShiftSource: 'point-settings:processor.topShiftSource',
  open: 'point-settings:processor.arc',
  startNode: 'point-settings:processor.startNode',
  chords: 'point-settings:processor.chords',
  radius: 'point-settings:processor.radius',
  window: 'point-settings:vibration.window',
  highPass: 'point-settings:vibration.highPass',
  keepAcceleration: 'point-settings:vibration.keepAcceleration',
  value: 'console:processor.limit',
  interval: 'console:collect.interval',
  start: 'console:collect.start',
  end: 'console:collect.end',
  location: 'point-settings:engineering.location',
  section: 'point-settings:engineering.section',
  chainage: 'point-settings:engineering.chainage',
  elevation: 'point-settings:engineering.elevation',
  collarElevation: 'point-settings:engineering.collarElevation',
  installedAt: 'point-settings:engineering.installedAt',
  pitDepthH: 'point-settings:engineering.pitDepthH',
  f1: 'point-settings:engineering.f1',
  f2: 'point-settings:engineering.f2',
  fy: 'point-settings:engineering.fy',
  lockOffForce: 'point-settings:engineering.lockOffForce',
  accumulated: 'point-settings:engineering.accumulated',
  E: 'point-settings:engineering.E',
  A: 'point-settings:engineering.A',
  Ec: 'point-settings:engineering.Ec',
  Es: 'point-settings:engineering.Es',
  As: 'point-settings:engineering.As',
  boltCount: 'point-settings:engineering.boltCount',
  depth: 'point-settings:engineering.depth',
  date: 'point-settings:engineering.date',
  from: 'point-settings:engineering.from',
  to: 'point-settings:engineering.to',
  chart: 'point-settings:chart.view',
  label: 'point-settings:chart.label',
  fields: 'point-settings:chart.fields',
  profileChart1LMetric: 'point-settings:chart.left',
  profileChart1RMetric: 'point-settings:chart.right',
  reverseDepth: 'point-settings:chart.reverseDepth',
  yMin: 'point-settings:chart.yMin',
  yMax: 'point-settings:chart.yMax',
  decimals: 'point-settings:chart.decimals',
  palette: 'point-settings:chart.palette',
  showThreshold: 'point-settings:chart.showThreshold',
  nodes: 'point-settings:chart.nodes',
} as const;
/** A name that means something else in each aspect. */
const modes = { collect: 'console:collect.mode', processor: 'console:processor.mode' } as const;

/** The label of a name inside a dated value of an aspect; those of coefficients are in the catalog. */
export function useLeafName(aspect: string): (leaf: string) => string {
  const { t } = useTranslation(['console', 'common', 'point-settings']);
  const say = useLabel();
  const { data: coefficients } = useQuery(coefficientsQuery);
  return useCallback(
    (leaf: string) => {
      if (leaf === 'mode') return t(modes[aspect as keyof typeof modes] ?? 'console:initial.mode');
      const key = keys[leaf as keyof typeof keys];
      if (key) return t(key);
      const found = coefficients?.find((one) => one.name === leaf);
      return found ? say(found.label) : leaf;
    },
    [aspect, t, say, coefficients],
  );
}
