import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { PointsPick } from './points-pick';

serveTests();

test('a point that was chosen before has its name, though it is not among the first found', async () => {
  const asked: string[] = [];
  server.use(
    http.get('*/api/projects/7/measuring-points', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('ids').join(',');
      asked.push(ids);
      const list = ids ? [{ id: 999, name: 'CX-99' }] : [{ id: 1, name: 'CX-01' }];
      return HttpResponse.json({ list, total: 300 });
    }),
  );
  await renderWithProviders(<PointsPick projectId={7} label="Points" placeholder="All" value={[1, 999]} />);
  expect(await screen.findByText('CX-99')).toBeVisible();
  expect(screen.getByText('CX-01')).toBeVisible();
  expect(asked).toEqual(['', '999']);
});
