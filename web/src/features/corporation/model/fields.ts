import type { CorporationFields } from '../queries';

/** Letters, digits, - and _, beginning and ending with a letter or digit, at least three (specification section 5). */
export const prefixPattern = /^[A-Za-z0-9][A-Za-z0-9_-]+[A-Za-z0-9]$/;

export const switchNames = [
  'requireSecondFactor',
  'allowHelpEdits',
  'documentDisabled',
  'activeAlertGrading',
  'activeNSBDInfoTable',
] as const;

/** Switches without a page yet: they have no control and keep their values. */
const keptNames = ['activeDataProcess'] as const;
type Kept = Pick<CorporationFields, (typeof keptNames)[number]>;

const textNames = [
  'name',
  'title',
  'domainPrefix',
  'timeZone',
  'address',
  'remarks',
  'platformName',
  'slogan',
  'copyright',
  'logo',
  'favicon',
  'loginBackground',
] as const;

export const fieldNames: readonly string[] = [...textNames, ...switchNames];

/** The form's values in the API's format: every field, trimmed texts, and the fields without a control. */
export function fieldsOf(values: Partial<CorporationFields>, kept: Kept): CorporationFields {
  const texts = Object.fromEntries(textNames.map((name) => [name, (values[name] ?? '').trim()]));
  const switches = Object.fromEntries(switchNames.map((name) => [name, values[name] ?? false]));
  const rest = Object.fromEntries(keptNames.map((name) => [name, kept[name] ?? false]));
  return { ...texts, ...switches, ...rest } as unknown as CorporationFields;
}
