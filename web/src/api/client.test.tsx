import { HttpResponse, http } from 'msw';
import { server, serveTests } from '@/test/server';
import { client, data } from './client';

serveTests();

test('sends a list in the query as one comma-separated parameter', async () => {
  let asked = '';
  server.use(
    http.get('*/api/corporations/1/devices', ({ request }) => {
      asked = new URL(request.url).search;
      return HttpResponse.json({ list: [], total: 0 });
    }),
  );
  await data(
    client.GET('/api/corporations/{corporationId}/devices', {
      params: { path: { corporationId: 1 }, query: { ids: [3, 4], pageSize: 20 } },
    }),
  );
  expect(asked).toBe('?ids=3,4&pageSize=20');
});
