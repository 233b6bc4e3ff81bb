import { inflateRawSync } from 'node:zlib';
import { zipOf } from './zip';

/** A line of a sheet: cell values by column letter. */
export type Line = Record<string, string | number>;

interface Entry {
  name: string;
  content: Buffer;
}

/** Writes lines below the rows that the first sheet of a workbook has, as a person does in a spreadsheet. */
export function fillIn(workbook: Buffer, lines: readonly Line[]): Buffer {
  const files = unzip(workbook);
  const sheet = files.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new Error('no first sheet');
  const xml = sheet.content.toString();
  const last = Math.max(0, ...[...xml.matchAll(/<row r="(\d+)"/g)].map(([, no]) => Number(no)));
  const rows = lines.map((line, i) => rowXml(line, last + 1 + i)).join('');
  sheet.content = Buffer.from(xml.replace('</sheetData>', `${rows}</sheetData>`));
  return zipOf(files);
}

function rowXml(line: Line, no: number): string {
  const cells = Object.entries(line)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([column, value]) =>
      typeof value === 'number'
        ? `<c r="${column}${no}"><v>${value}</v></c>`
        : `<c r="${column}${no}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`,
    );
  return `<row r="${no}">${cells.join('')}</row>`;
}

/** The numbers of a sheet, by row; rows without one are left out. Sheets count from 1. */
export function numbersOf(workbook: Buffer, sheet: number): number[][] {
  const found = unzip(workbook).find(({ name }) => name === `xl/worksheets/sheet${sheet}.xml`);
  if (!found) throw new Error(`no sheet ${sheet}`);
  const rows = [...found.content.toString().matchAll(/<row [^>]*>(.*?)<\/row>/gs)];
  return rows
    .map(([, row = '']) => [...row.matchAll(/<c (?![^>]*t=)[^>]*><v>([^<]*)<\/v>/g)].map(([, value]) => Number(value)))
    .filter((numbers) => numbers.length > 0);
}

/** The files of a zip archive. */
export function unzip(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'));
  const entries: Entry[] = [];
  for (let at = file.readUInt32LE(end + 16); at < end; ) {
    const [packed, name, extra, comment] = [20, 28, 30, 32].map((offset, i) =>
      i === 0 ? file.readUInt32LE(at + offset) : file.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = file.readUInt32LE(at + 42);
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(begin, begin + packed);
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name),
      content: file.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
