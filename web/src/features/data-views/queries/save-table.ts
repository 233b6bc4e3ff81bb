import { useMutation } from '@tanstack/react-query';
import { saveBlob, saveText } from '@/ui/download';
import type { Range } from '../model/range';
import { bookRows, csvText, hasFacts, type Table, type TableFormat, withFacts } from '../model/table';
import { type Facts, type NamedPoint, useFileFacts } from './file-facts';

/** What a file has. */
interface Content {
  /** The title of the page, behind the name of the point in the name of the file. */
  title: string;
  /** What the title stands behind instead. */
  of?: string | undefined;
  table: Table;
  /** The span of its data. */
  range: Range;
  /** What was found, before the numbers. */
  facts?: Facts | undefined;
  /** The points of its columns, if it has several. */
  points?: readonly NamedPoint[] | undefined;
  format: TableFormat;
}

/** useSaveTable saves a table of a point as a file, with what it is about as in the files of the server. */
export function useSaveTable(point: NamedPoint, zone: string) {
  const about = useFileFacts(zone);
  const { mutate } = useMutation({
    mutationFn: async ({ title, of = point.name, table, range, facts, points = [point], format }: Content) => {
      const said = hasFacts(format, facts) && [...(await about(points, range)), ...(facts ?? [])];
      await save(`${of} ${title}`, said ? withFacts(table, said) : table, format);
    },
  });
  return (content: Content) => mutate(content);
}

async function save(name: string, table: Table, format: TableFormat): Promise<void> {
  if (format === 'csv') {
    saveText(`${name}.csv`, csvText(table), 'text/csv');
    return;
  }
  const { default: write } = await import('write-excel-file/browser');
  const columns = Array.from({ length: Math.max(...table.map((row) => row.length)) }, () => ({ width: 20 }));
  saveBlob(await write(bookRows(table), { columns }).toBlob(), `${name}.xlsx`);
}
