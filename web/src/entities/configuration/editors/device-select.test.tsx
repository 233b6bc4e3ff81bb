import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { DeviceSelect } from './device-select';

serveTests();
afterEach(() => useSessionStore.getState().signOut());

test('in a project without devices, the list links to adding one', async () => {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Create:Device'] }, false);
  server.use(http.get('*/api/corporations/1/devices', () => HttpResponse.json({ list: [], total: 0 })));
  const { user } = await renderWithProviders(
    <DeviceSelect corporationId={1} projectId={7} value={0} onChange={() => undefined} />,
  );
  await user.click(await screen.findByRole('combobox', { name: '选择设备' }, { timeout: 8000 }));
  expect(await screen.findByRole('link', { name: '新增设备' })).toHaveAttribute('href', '/projects/7/devices?add=1');
});
