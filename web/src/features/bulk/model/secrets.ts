import type { Imported } from '../queries';

/** The secrets of imported devices as csv; a cell never begins like a formula of a spreadsheet. */
export function secretsCsv(imported: Imported): string {
  const cell = (text: string) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const rows = imported.devices
    .filter((one) => one.secret !== '')
    .map((one) => [one.name, one.sncode, one.register, one.secret].map(cell).join(','));
  return `\uFEFF${['name,sncode,register,secret', ...rows].join('\r\n')}\r\n`;
}
