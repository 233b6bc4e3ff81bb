import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { useLeafValue } from './use-leaf-value';

function Leaf({ leaf, value }: { leaf: string; value: unknown }) {
  return <p>{`${leaf}: ${useLeafValue('Asia/Shanghai')(leaf, value)}`}</p>;
}

test.each([
  ['interval', 900, '15'], // minutes
  ['start', 1_750_000_000_000, '2025-06-15 23:06:40'],
  ['start', 0, 'null'],
  ['mode', 'CommandCollect', '指令采集'],
  ['tempComp', true, '是'],
  ['name', 'top', 'top'],
  ['f0', 2934.5, '2934.5'],
])('formats %s %s as its editor does', async (leaf, value, shown) => {
  renderWithProviders(<Leaf leaf={leaf} value={value} />);
  expect(await screen.findByText(`${leaf}: ${shown}`)).toBeVisible();
});
