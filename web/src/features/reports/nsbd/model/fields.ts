import { renamedFields } from '@/ui/form/field-errors';
import type { NsbdChange, NsbdPoint } from '../queries';

export const textNames = ['designNumber', 'range', 'installer', 'remarks'] as const;
export const numberNames = ['offset', 'cableLength'] as const;

export const longest: Record<(typeof textNames)[number], number> = {
  designNumber: 60,
  range: 100,
  installer: 100,
  remarks: 500,
};

export interface NsbdForm {
  designNumber: string;
  range: string;
  installer: string;
  remarks: string;
  /** m; null: not known. */
  offset: number | null;
  cableLength: number | null;
}

/** What the table says about a point, as a form. */
export function formOf(point: NsbdPoint): NsbdForm {
  return {
    designNumber: point.designNumber ?? '',
    range: point.range ?? '',
    installer: point.installer ?? '',
    remarks: point.remarks ?? '',
    offset: point.offset ?? null,
    cableLength: point.cableLength ?? null,
  };
}

/** The change of a form. What is empty is left out: it is not known. */
export function changeOf(measuringPointId: number, form: NsbdForm): NsbdChange {
  const texts = textNames.map((name) => [name, form[name].trim()] as const).filter(([, text]) => text !== '');
  const numbers = numberNames.map((name) => [name, form[name]] as const).filter(([, value]) => value !== null);
  return { measuringPointId, ...Object.fromEntries([...texts, ...numbers]) };
}

/** An error about the one entry that was sent as one about its fields, so that the form shows it there. */
export const aboutFields = (error: unknown) => renamedFields(error, (path) => path.replace(/^list\[0\]\./, ''));
