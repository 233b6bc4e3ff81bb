import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { matchRoutes, type RouteObject } from 'react-router';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { routes } from '../routes';
import { ProjectCorrections } from './project-corrections';

serveTests();

test('a correction links to its point', async () => {
  const correction = {
    id: 5,
    measuringPointId: 9,
    kind: 'initshift',
    from: Date.UTC(2026, 2, 1),
    values: { width: 25 },
    note: 're-levelled',
    recordedAt: Date.UTC(2026, 2, 2),
    recordedBy: 1,
    takenBackAt: 0,
    takenBackBy: 0,
    structureId: 3,
    measuringPointName: 'LF-02',
    measurement: 'Crack',
  };
  server.use(http.get('*/api/projects/7/corrections', () => HttpResponse.json({ list: [correction], total: 1 })));
  server.use(http.get('*/api/constants/measurements', () => HttpResponse.json({ list: [] })));
  await renderWithProviders(<ProjectCorrections projectId={7} zone="Asia/Shanghai" />);
  const link = await screen.findByRole('link', { name: 'LF-02' }, { timeout: 8000 });
  const [page] = matchRoutes(routes as RouteObject[], link.getAttribute('href') ?? '') ?? [];
  expect(page?.params).toMatchObject({ projectId: '7', structureId: '3', mpId: '9' });
});
