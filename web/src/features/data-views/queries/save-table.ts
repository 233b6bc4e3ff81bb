import { useMutation } from '@tanstack/react-query';
import { saveBlob, saveText } from '@/ui/download';
import { bookRows, csvText, type Table, type TableFormat } from '../model/table';

/** useSaveTable saves a table as a file. */
export function useSaveTable() {
  const { mutate } = useMutation({ mutationFn: save });
  return (name: string, table: Table, format: TableFormat) => mutate({ name, table, format });
}

interface File {
  name: string;
  table: Table;
  format: TableFormat;
}

async function save({ name, table, format }: File): Promise<void> {
  if (format === 'csv') {
    saveText(`${name}.csv`, csvText(table), 'text/csv');
    return;
  }
  const { default: write } = await import('write-excel-file/browser');
  const columns = Array.from({ length: Math.max(...table.map((row) => row.length)) }, () => ({ width: 20 }));
  saveBlob(await write(bookRows(table), { columns }).toBlob(), `${name}.xlsx`);
}
