import type { ProjectReport } from '../queries';

export type Verdict = 'issued' | 'draft' | 'differs';

/** The SHA-256 of a file in hexadecimal. Needs a secure context (HTTPS or localhost): elsewhere browsers have no crypto. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(await file.arrayBuffer()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares the checksum of a file with those of a report. */
export function compare(hash: string, { files, status }: Pick<ProjectReport, 'files' | 'status'>): Verdict {
  if (!files.some(({ sha256 }) => sha256 === hash)) return 'differs';
  return status === 'issued' ? 'issued' : 'draft';
}

/** The PDF of a report; a report by a template has its workbook or document too, and may have no PDF. */
export const pdfOf = ({ files }: Pick<ProjectReport, 'files'>) => files.find(({ format }) => format === 'pdf');
