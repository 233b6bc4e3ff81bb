import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import type { Processor } from './processor';
import { ProcessorEditor } from './processor-editor';

serveTests();

const label = (text: string) => ({ zh: text, en: text, 'zh-TW': text });
const width = { name: 'width', label: label('width'), unit: 'mm', decimals: 2 };
const place = {
  ...{ projectId: 1, corporationId: 1, zone: 'UTC', measurement: 'Crack', category: 'Artificial' },
  pointId: 1,
};

function Form() {
  const [value, setValue] = useState<Processor>({});
  return <ProcessorEditor value={value} original={null} onChange={setValue} place={place} />;
}

test('a row of the filter starts at 10, shows the unit of its field, and four are enough', async () => {
  server.use(
    http.get('*/api/constants/measurements', () =>
      HttpResponse.json({ list: [{ code: 'Crack', label: label('Crack'), mainField: 'width', fields: [width] }] }),
    ),
    http.get('*/api/constants/device-type', () => HttpResponse.json({ list: [] })),
  );
  const { user } = await renderWithProviders(<Form />, { language: 'en' });
  const add = await screen.findByRole('button', { name: 'Add row' });
  for (let row = 0; row < 4; row++) await user.click(add);
  expect(add).not.toBeInTheDocument();
  const limits = screen.getAllByRole('spinbutton').filter((one) => (one as HTMLInputElement).value === '10');
  expect(limits).toHaveLength(4);
  expect(screen.queryByText('mm')).toBeNull();
  const [field] = screen.getAllByRole('combobox', { name: /field/i });
  await user.click(field as HTMLElement);
  await user.click(await screen.findByTitle('width'));
  expect(await screen.findByText('mm')).toBeVisible();
});
