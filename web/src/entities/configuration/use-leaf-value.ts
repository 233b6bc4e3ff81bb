import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';

/** Labels of the choices inside dated values, as in the editors, and the names whose values are choices. */
const choices = {
  UploadCollect: 'collect.UploadCollect',
  CommandCollect: 'collect.CommandCollect',
  tcpStandard: 'collect.tcpStandard',
  NoCollect: 'collect.NoCollect',
  auto: 'initial.auto',
  current: 'initial.current',
  manual: 'initial.manual',
  vertical: 'processor.modes.vertical',
  horizontal: 'processor.modes.horizontal',
  circular: 'processor.modes.circular',
  deflection: 'processor.modes.deflection',
  '3d': 'processor.modes.3d',
  bottom: 'processor.ends.bottom',
  top: 'processor.ends.top',
  near: 'processor.ends.near',
  far: 'processor.ends.far',
  both: 'processor.ends.both',
  AB: 'processor.frames.AB',
  NE: 'processor.frames.NE',
  structure: 'processor.frames.structure',
  median3: 'processor.filters.median3',
  mean: 'processor.filters.mean',
  ewma: 'processor.filters.ewma',
  hann: 'point-settings:vibration.windows.hann',
  rectangular: 'point-settings:vibration.windows.rectangular',
  SYSTEM_FORMULA: 'formula.system',
  CUSTOM_FORMULA: 'formula.custom',
} as const;
const chosen = ['mode', 'fixedEnd', 'outputFrame', 'kind', 'formulaType', 'window'];
const times = ['time', 'start', 'end', 'date', 'installedAt'];

/** Formats a value inside a dated value as its editor shows it: intervals in minutes, times in the project's zone. */
export function useLeafValue(zone: string): (leaf: string, value: unknown) => unknown {
  const { t } = useTranslation(['console', 'point-settings']);
  return useCallback(
    (leaf: string, value: unknown) => {
      if (typeof value === 'boolean') return t(`formula.choices.${value}`);
      if (typeof value === 'number' && leaf === 'interval') return Math.round((value / 60) * 1000) / 1000;
      if (typeof value === 'number' && times.includes(leaf)) return value > 0 ? formatTime(value, zone) : null;
      const word = chosen.includes(leaf) ? choices[value as keyof typeof choices] : undefined;
      return word ? t(word) : value;
    },
    [t, zone],
  );
}
