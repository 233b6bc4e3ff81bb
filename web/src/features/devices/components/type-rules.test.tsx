import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { TypeRules } from './type-rules';

serveTests();
afterEach(() => useSessionStore.getState().signOut());

test('sets the hours of repeated data by type, or resets them to the catalog', async () => {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Update:Device'] }, false);
  const sent: [string, unknown][] = [];
  server.use(
    http.get('*/api/corporations/1/device-types', () =>
      HttpResponse.json({
        list: [
          { type: 'Rain', catalogueHours: 0, devices: 0 },
          { type: 'Crack', catalogueHours: 24, devices: 3 },
          { type: 'GNSS', catalogueHours: 24, repeatedHours: 12, devices: 1 },
        ],
      }),
    ),
    http.patch('*/api/corporations/1/device-types/:type/health-threshold', async ({ params, request }) => {
      sent.push([String(params.type), await request.json()]);
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderWithProviders(<TypeRules corporationId={1} onClose={() => undefined} />);
  const rows = (await screen.findAllByRole('row', {}, { timeout: 8000 })).slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['Crack324 小时', 'GNSS124 小时', 'Rain0不判断']); // in use first
  const hoursOf = (type: string) => screen.getByRole('spinbutton', { name: new RegExp(type) });
  expect(screen.getByRole('button', { name: '保存' })).toBeDisabled();
  await user.type(hoursOf('Crack'), '48');
  await user.clear(hoursOf('Crack'));
  expect(screen.getByRole('button', { name: '保存' })).toBeDisabled(); // as it was
  await user.type(hoursOf('Crack'), '48');
  await user.clear(hoursOf('GNSS'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保存 2 处改动' }));
  await vi.waitFor(() =>
    expect(sent).toEqual([
      ['Crack', { repeatedHours: 48 }],
      ['GNSS', {}],
    ]),
  );
});
