interface Node {
  no: number;
  values: Record<string, number>;
}

/** Typed initial values, in the API's format. */
export interface InitValues {
  values: Record<string, number>;
  nodes: Node[];
}

/** Why a file of initial values cannot be used: the line, from 1, and what is wrong with it. */
export interface InitProblem {
  line: number;
  reason: 'head' | 'number' | 'node' | 'empty' | 'unknown';
  text: string;
}

const separator = /[\t,;]/;

/**
 * readInitFile parses a table separated by tabs, commas or semicolons. The header has field names of the point; below it
 * is one row of values, or one per node with its number in the column no.
 */
export function readInitFile(text: string, fields: readonly string[]): InitValues | InitProblem {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(separator).map((cell) => cell.trim()));
  const head = lines[0] ?? [];
  if (head.filter(Boolean).length === 0) return { line: 1, reason: 'head', text: '' };
  const strange = head.find((name) => name !== 'no' && !fields.includes(name));
  if (strange !== undefined) return { line: 1, reason: 'unknown', text: strange };
  const byNode = head.includes('no');
  const out: InitValues = { values: {}, nodes: [] };
  for (const [i, cells] of lines.entries()) {
    if (i === 0 || cells.every((cell) => cell === '')) continue;
    const row: Record<string, number> = {};
    for (const [k, name] of head.entries()) {
      const cell = cells[k] ?? '';
      if (cell === '' && name !== 'no') continue;
      const number = Number(cell);
      if (cell === '' || !Number.isFinite(number)) return { line: i + 1, reason: 'number', text: cell };
      row[name] = number;
    }
    if (!byNode) {
      out.values = row;
      break;
    }
    const { no = 0, ...values } = row;
    if (!Number.isInteger(no) || no < 1 || out.nodes.some((one) => one.no === no)) {
      return { line: i + 1, reason: 'node', text: String(no) };
    }
    out.nodes.push({ no, values });
  }
  if (out.nodes.length === 0 && Object.keys(out.values).length === 0) return { line: 2, reason: 'empty', text: '' };
  return out;
}

/** The file to fill in: the fields of a point, with a row for each of its nodes. */
export function initTemplate(fields: readonly string[], nodes: readonly number[]): string {
  const rows = nodes.length > 0 ? nodes.map((no) => [no, ...fields.map(() => '')]) : [fields.map(() => '')];
  return [nodes.length > 0 ? ['no', ...fields] : fields, ...rows].map((row) => row.join(',')).join('\r\n');
}
