import type { DataSource, Kind, Mapping, SourceBody } from '../queries';

export type Which = 'own' | 'device' | 'channel' | 'name';

/** The mapping as the form shows it: one choice of what a record belongs to. */
export interface MappingForm extends Omit<Mapping, 'device' | 'channel' | 'name' | 'success'> {
  which: Which;
  whichPath?: string;
  success?: { path?: string; is?: string[] };
}

export interface SecretForm {
  name: string;
  value?: string;
}

/** The fields of the form of a source. */
export interface SourceForm {
  name: string;
  kind: Kind;
  enabled: boolean;
  deviceIds: number[];
  settings: DataSource['settings'];
  secrets: SecretForm[];
  mapping: MappingForm;
}

/** formOf returns the fields of a source, or those of a new one. */
export function formOf(source: DataSource | undefined): SourceForm {
  if (!source)
    return {
      name: '',
      kind: 'pull',
      enabled: true,
      deviceIds: [],
      settings: { pull: { url: '', every: 300, method: 'GET' } },
      secrets: [],
      mapping: mappingForm(undefined),
    };
  const { name, kind, enabled, deviceIds, settings, secrets, mapping } = source;
  return {
    name,
    kind,
    enabled,
    deviceIds,
    settings,
    secrets: secrets.map((one) => ({ name: one })),
    mapping: mappingForm(mapping),
  };
}

export function mappingForm(mapping: Mapping | undefined): MappingForm {
  const { device, channel, name, success, ...rest } = mapping ?? { values: [{ path: '', field: '' }] };
  const [which, whichPath] = device
    ? (['device', device] as const)
    : channel
      ? (['channel', channel] as const)
      : name
        ? (['name', name] as const)
        : (['own', undefined] as const);
  return {
    ...rest,
    which,
    ...(whichPath ? { whichPath } : {}),
    ...(success ? { success: { path: success.path, is: success.is ?? [] } } : {}),
  };
}

/** mappingOf returns the mapping of the form; undefined while nothing is mapped. */
export function mappingOf(form: MappingForm): Mapping | undefined {
  const { which, whichPath, success, values, ...rest } = form;
  const filled = (values ?? []).filter(({ path, field }) => path || field);
  if (filled.length === 0) return undefined;
  return {
    ...rest,
    ...(which !== 'own' && whichPath ? { [which]: whichPath } : {}),
    ...(success?.path ? { success: { path: success.path, is: success.is ?? [] } } : {}),
    values: filled,
  };
}

/** bodyOf returns what is sent. */
export function bodyOf(form: SourceForm): SourceBody {
  const { kind, settings, secrets, mapping, ...rest } = form;
  const group = kind === 'pull' || kind === 'broker' ? kind : 'files';
  const mapped = group === 'files' ? undefined : mappingOf(mapping);
  return {
    ...rest,
    kind,
    settings: { [group]: settings[group] },
    secrets: secrets.filter(({ name }) => name).map(({ name, value }) => (value ? { name, value } : { name })),
    ...(mapped ? { mapping: mapped } : {}),
  };
}
