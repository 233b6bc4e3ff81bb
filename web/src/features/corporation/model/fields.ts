import type { CorporationFields } from '../queries';

/** Letters, digits, - and _, beginning and ending with a letter or digit, at least three (specification section 5). */
export const prefixPattern = /^[A-Za-z0-9][A-Za-z0-9_-]+[A-Za-z0-9]$/;

export const switchNames = ['requireSecondFactor', 'allowHelpEdits', 'documentDisabled'] as const;

/** Switches whose pages are still to come: they have no control, and stay as they are. */
const keptNames = ['activeDataProcess', 'activeAlertGrading', 'activeNSBDInfoTable'] as const;
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

/** What the server takes of a form's values: every field, texts without blanks around them, and what the form has no control for. */
export function fieldsOf(values: Partial<CorporationFields>, kept: Kept): CorporationFields {
  const texts = Object.fromEntries(textNames.map((name) => [name, (values[name] ?? '').trim()]));
  const switches = Object.fromEntries(switchNames.map((name) => [name, values[name] ?? false]));
  const rest = Object.fromEntries(keptNames.map((name) => [name, kept[name] ?? false]));
  return { ...texts, ...switches, ...rest } as unknown as CorporationFields;
}
