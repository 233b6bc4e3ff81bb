import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A line of a sheet: what stands in the columns, by their letters. */
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
  return zip(files);
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

function unzip(file: Buffer): Entry[] {
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

function zip(entries: readonly Entry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const bytes = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name)]));
    local.push(file);
    at += file.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
}
