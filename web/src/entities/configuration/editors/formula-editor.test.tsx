import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import type { Formula } from './formula';
import { FormulaEditor } from './formula-editor';

serveTests();
const label = (zh: string) => ({ zh, en: zh, 'zh-TW': zh });

test('suggests a formula by type and units for a point without one', async () => {
  server.use(
    http.get('*/api/constants/measurements', () =>
      HttpResponse.json({
        list: [
          {
            code: 'Crack',
            label: label('裂缝'),
            mainField: 'width',
            fields: [{ name: 'width', label: label('裂缝宽度'), unit: 'mm', decimals: 2, valueTypes: ['accumulated'] }],
          },
        ],
      }),
    ),
    http.get('*/api/constants/*', () => HttpResponse.json({ list: [] })),
    http.get('*/api/structures/3/measuring-points/9/formula-inputs', () =>
      HttpResponse.json({ list: [{ name: 'disp', unit: 'mm', time: 1, value: 2.5, label: label('位移') }] }),
    ),
  );
  let taken: Formula | undefined;
  const { user } = await renderWithProviders(
    <FormulaEditor
      value={{ rules: [] }}
      original={null}
      onChange={(next) => {
        taken = next;
      }}
      place={{
        ...{ projectId: 7, corporationId: 1, zone: 'Asia/Shanghai', measurement: 'Crack', category: 'Crack' },
        ...{ pointId: 9, structureId: 3 },
      }}
    />,
  );
  expect(await screen.findByText('裂缝宽度 = disp', {}, { timeout: 8000 })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '采用' }));
  expect(taken?.rules).toEqual([
    { computedField: 'width', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field: 'disp' } },
  ]);
});
