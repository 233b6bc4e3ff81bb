/** A line of the grid in which points are made together. */
export interface PointLine {
  key: number;
  name: string;
  measurement: string;
  category: string;
  deviceId: number;
  channelNo: number;
}

/** nextName counts a name up: P-09 is followed by P-10, a name without a number by itself with 2. */
export function nextName(name: string): string {
  const match = /^(.*?)(\d+)$/.exec(name);
  if (!match) return name === '' ? '' : `${name}2`;
  const [, head = '', digits = ''] = match;
  return head + String(Number(digits) + 1).padStart(digits.length, '0');
}

/** addLines appends lines that go on from the last one: name counted up, channel one further, the rest the same. */
export function addLines(lines: readonly PointLine[], count: number): PointLine[] {
  const out = [...lines];
  for (let i = 0; i < count; i++) {
    const last = out.at(-1);
    out.push(
      last
        ? {
            ...last,
            key: last.key + 1,
            name: nextName(last.name),
            channelNo: last.channelNo > 0 ? last.channelNo + 1 : 0,
            deviceId: last.channelNo > 0 ? last.deviceId : 0,
          }
        : { key: 1, name: '', measurement: '', category: '', deviceId: 0, channelNo: 0 },
    );
  }
  return out;
}

/** linesFromText reads lines pasted from a spreadsheet: name, and optionally a channel number. */
export function linesFromText(text: string, like: PointLine): PointLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t,;]/).map((cell) => cell.trim()))
    .filter(([name]) => name)
    .map(([name = '', channel], i) => ({
      ...like,
      key: like.key + i,
      name,
      channelNo: channel && /^\d+$/.test(channel) ? Number(channel) : like.channelNo,
    }));
}

/** lineErrors takes the refusals of a batch to their lines: points[3].name is the name of the fourth. */
export function lineErrors(fields: Readonly<Record<string, string>>): Map<number, string[]> {
  const out = new Map<number, string[]>();
  for (const [path, text] of Object.entries(fields)) {
    const match = /points\[(\d+)\]/.exec(path);
    if (!match) continue;
    const index = Number(match[1]);
    out.set(index, [...(out.get(index) ?? []), text]);
  }
  return out;
}
