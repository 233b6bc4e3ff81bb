import { useRef } from 'react';
import { useSize } from '@/ui/use-size';
import { DataTable, type TableParts } from './data-table';
import styles from './fitting-table.module.css';

/** Heights of a head of one row and of each further one, and the least of a body, in pixels. */
const headRow = 30;
const leastBody = 240;

/** A long table whose body fills the height that its panel leaves it. */
export function FittingTable<Row extends object>({ headRows = 1, ...table }: TableParts<Row> & { headRows?: number }) {
  const area = useRef<HTMLDivElement>(null);
  const { height } = useSize(area);
  return (
    <div ref={area} className={styles.area}>
      <DataTable<Row> {...table} height={Math.max(leastBody, height - headRows * headRow - 12)} />
    </div>
  );
}
