import type { TableProps } from 'antd';

/**
 * Sorting that the server does, written `field` or `-field`. The fields are those of the API, by the keys of the
 * columns. Returns the props that column headers and the table need.
 */
export function serverSort<Row>(sort: string, fields: Record<string, string>, onSort: (sort: string) => void) {
  const orderOf = (key: string) => {
    if (sort === fields[key]) return 'ascend' as const;
    return sort === `-${fields[key]}` ? ('descend' as const) : null;
  };
  const onChange: NonNullable<TableProps<Row>['onChange']> = (_pages, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    const field = fields[String(columnKey)];
    onSort(order && field ? `${order === 'descend' ? '-' : ''}${field}` : '');
  };
  return { column: (key: string) => ({ key, sorter: true, sortOrder: orderOf(key) }), onChange };
}
