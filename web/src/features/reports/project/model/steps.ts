import type { ProjectReport } from '../queries';

export const statuses = ['making', 'failed', 'draft', 'made', 'checked', 'issuing', 'issued'] as const;
export const roles = ['made', 'checked', 'approved'] as const;
export type Role = (typeof roles)[number];

/** Whether the server works on it. */
export const underWay = ({ status }: Pick<ProjectReport, 'status'>) => status === 'making' || status === 'issuing';

/** Permissions of a person in the project. */
export interface Holds {
  create: boolean;
  update: boolean;
  remove: boolean;
  data: boolean;
}

/** What a person may do with a report now, by the rules of the server. */
export function stepsFor(report: ProjectReport, personId: number, holds: Holds) {
  const { status, next } = report;
  const own = report.accountId === personId;
  const changes = holds.create && (own || holds.update);
  const signedAlready = report.signatures.some((one) => one.accountId === personId);
  const maySign = holds.create && (next === 'made' || holds.update);
  return {
    edit: status === 'draft' && changes,
    sign: next !== '' && maySign && !signedAlready,
    /** Another person must sign next. */
    signedAlready: next !== '' && maySign && signedAlready,
    giveBack: (status === 'made' || status === 'checked') && holds.update,
    revise: status === 'issued' && report.revisedBy === 0 && holds.create && holds.data,
    retry: status === 'failed' && changes,
    remove: status !== 'issuing' && status !== 'issued' && holds.create && (own || holds.remove),
    read: report.files.length > 0 && holds.data,
  };
}
