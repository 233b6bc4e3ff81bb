import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import type { Point } from '../queries/points';
import { ManualData } from './manual-data';

serveTests();
afterEach(() => useSessionStore.getState().signOut());

const label = (zh: string) => ({ zh, en: zh, 'zh-TW': zh });
const quantity = (name: string, unit: string, valueTypes: string[]) => ({
  ...{ name, unit, valueTypes, label: label(name), decimals: 2, perNode: true },
});
const deepDisplacement = {
  code: 'DeepDisplacement',
  label: label('深层位移'),
  fields: [quantity('depth', 'm', []), quantity('x', 'mm', ['observed']), quantity('y', 'mm', ['observed'])],
};

test('shows the input only once the columns are known, so that no pasted cells are lost', async () => {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Create:Data'] }, false);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('*/api/constants/measurements', async () => {
      await asked;
      return HttpResponse.json({ list: [deepDisplacement] });
    }),
    http.get('*/api/structures/3/measuring-points/9/corrections', () => HttpResponse.json({ list: [] })),
  );
  const point = { id: 9, structureId: 3, measurement: 'DeepDisplacement' } as Point;
  const { user } = await renderWithProviders(<ManualData point={point} zone="Asia/Shanghai" />);
  expect(screen.queryByRole('textbox')).toBeNull();
  answer();
  await user.click(await screen.findByRole('textbox', { name: /^1 时间/ }, { timeout: 8000 }));
  await user.paste('2026/3/1 8:30\t0.5\t1\t2');
  expect(screen.getByRole('textbox', { name: '1 y' })).toHaveValue('2');
});
