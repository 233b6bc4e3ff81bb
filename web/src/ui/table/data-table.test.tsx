import { screen } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { numberColumn } from './columns';
import { DataTable } from './data-table';

/** Matches the media query of a phone. */
const phoneOnly = (query: string) =>
  ({
    matches: query === '(max-width: 599.98px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList;

interface Row {
  id: number;
  volts: number | null;
}

const rows: Row[] = [
  { id: 1, volts: 12.345 },
  { id: 2, volts: null },
  { id: 3, volts: -1 },
];
const columns = [
  { key: 'id', title: 'id', dataIndex: 'id' },
  numberColumn<Row>({ title: '电压', unit: 'V', decimals: 2, value: (row) => row.volts }),
];

test('j, k and the arrow keys move between rows, and Enter opens one', async () => {
  const opened: number[] = [];
  const { user, container } = await renderWithProviders(
    <DataTable
      label="设备"
      rowKey={(row) => row.id}
      dataSource={rows}
      columns={columns}
      onOpen={({ id }) => opened.push(id)}
    />,
  );
  await user.tab();
  await user.keyboard('j');
  await user.keyboard('{Enter}');
  await user.keyboard('{ArrowDown}{Enter}k{ArrowUp}{Enter}');
  expect(opened).toEqual([2, 3, 1]);
  expect(await axeViolations(container)).toEqual([]);
});

test('numbers have the decimals of their column, with the unit in the header', async () => {
  await renderWithProviders(<DataTable label="设备" rowKey={(row) => row.id} dataSource={rows} columns={columns} />);
  expect(screen.getByText('12.35')).toBeInTheDocument();
  expect(screen.getByText('−1.00')).toBeInTheDocument();
  expect(screen.getByText('#N/A')).toBeInTheDocument();
  expect(screen.getAllByText('电压')[0]).toHaveTextContent('电压 V');
});

test('on a phone, rows are cards that can be sorted', async () => {
  const sizes = vi.spyOn(window, 'matchMedia').mockImplementation(phoneOnly);
  const sorted: unknown[] = [];
  const { user, container } = await renderWithProviders(
    <DataTable
      label="设备"
      rowKey={(row) => row.id}
      dataSource={rows}
      columns={[{ ...columns[0], key: 'id', title: '编号', sorter: true }, ...columns.slice(1)]}
      cards={['id']}
      onChange={(_, __, sorter) => sorted.push(sorter)}
    />,
  );
  expect(screen.queryByRole('columnheader')).not.toBeInTheDocument();
  expect(screen.getAllByRole('row')[0]).toHaveTextContent('1电压 V12.35');
  await user.click(screen.getByRole('combobox', { name: '排序' }));
  await user.click(await screen.findByText('编号 ↓'));
  expect(sorted).toEqual([{ columnKey: 'id', order: 'descend' }]);
  expect(await axeViolations(container)).toEqual([]);
  sizes.mockRestore();
});
