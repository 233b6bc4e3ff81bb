/**
 * cellsOf parses cells copied from a spreadsheet: lines of cells separated by tabs. A quoted cell may contain tabs,
 * line breaks and doubled quotes.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const end = () => {
    row.push(cell.trim());
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === '\t') end();
    else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i++;
      end();
      rows.push(row);
      row = [];
    } else cell += c;
  }
  if (cell !== '' || row.length > 0) {
    end();
    rows.push(row);
  }
  return rows;
}

/**
 * numberOf parses a number as written in different countries: 1,234.5 and 1.234,5, 12,5 and 12.5, with either minus. A
 * single comma before exactly three digits separates thousands. Returns null for anything else.
 */
export function numberOf(text: string): number | null {
  let plain = text
    .trim()
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/^[\u2212\uff0d\u2013]/, '-');
  if (/,/.test(plain)) {
    const decimal =
      /^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(plain) ||
      (/^[-+]?\d*,\d+$/.test(plain) && !/^[-+]?[1-9]\d{0,2},\d{3}$/.test(plain));
    plain = decimal ? plain.replace(/\./g, '').replace(',', '.') : plain.replace(/,(?=\d{3}(\D|$))/g, '');
  }
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}
