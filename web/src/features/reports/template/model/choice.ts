import type { components } from '@/api/schema.gen';

type Settings = components['schemas']['ReportSettings'];
type Shipped = components['schemas']['Template'];
type ReportTemplates = components['schemas']['ReportTemplates'];

/** The form of a report in a choice: the product's own (''), `shipped:pit` or `template:12`. */
export type Choice = string;

/** The part of the settings of a report that names its form. */
export function templateOf(choice: Choice): Pick<Settings, 'shipped' | 'templateId'> {
  const [kind, id] = choice.split(':');
  if (kind === 'shipped') return { shipped: id as NonNullable<Settings['shipped']> };
  if (kind === 'template') return { templateId: Number(id) };
  return {};
}

/** The choice that settings have. */
export function choiceOf({ shipped, templateId }: Pick<Settings, 'shipped' | 'templateId'>): Choice {
  if (shipped) return `shipped:${shipped}`;
  return templateId ? `template:${templateId}` : '';
}

/** The shipped templates of a language: a report has the one of its language. */
export const shippedIn = (list: readonly Shipped[], language: string) =>
  list.filter((one) => one.language === language);

/** The format of the template of a choice; empty: there is none. */
export function formatOf(choice: Choice, { list, shipped }: Pick<ReportTemplates, 'list' | 'shipped'>): string {
  const { shipped: id, templateId } = templateOf(choice);
  if (id) return shipped.find((one) => one.id === id)?.format ?? '';
  return list.find((one) => one.id === templateId)?.format ?? '';
}
