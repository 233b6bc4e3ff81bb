import { act, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { keepLive } from '@/entities/live/keep-live';
import { useSessionStore } from '@/entities/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { Bell } from './bell';

serveTests();

beforeEach(() => useSessionStore.getState().signIn(mockSession, false));
afterEach(() => useSessionStore.getState().signOut());

const raised = {
  id: 5,
  projectId: 7,
  kind: 'alarm.raised',
  title: 'SW-09 橙色告警',
  level: 3,
  projectName: '北塘围堰',
  read: false,
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
};

function serve(lists: (typeof raised)[][]) {
  let asked = 0;
  server.use(
    http.get('*/api/notifications/latest', () => {
      const list = lists[Math.min(asked, lists.length - 1)] ?? [];
      asked += 1;
      return HttpResponse.json({ list, unread: list.length });
    }),
  );
}

const routes = [
  { path: '/notifications', element: <p>all of them</p> },
  { path: '/notifications/:notificationId', element: <p>one of them</p> },
];

test('without notifications, shows an empty state and a link to the list', async () => {
  serve([[]]);
  const { user, container } = await renderWithProviders(<Bell />, { path: '/start', route: '/start', routes });
  await user.click(await screen.findByRole('button', { name: '通知，0 条未读' }));
  expect(await screen.findByText('暂无通知')).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('link', { name: '更多' }));
  expect(await screen.findByText('all of them')).toBeInTheDocument();
});

test('lists the latest notifications with title and date, each linking to its page', async () => {
  serve([[raised]]);
  const { user, location } = await renderWithProviders(<Bell />, { path: '/start', route: '/start', routes });
  await user.click(await screen.findByRole('button', { name: '通知，1 条未读' }));
  const row = await screen.findByRole('link', { name: /橙色.*SW-09 橙色告警.*北塘围堰.*01-02 11:04/ });
  await user.click(row);
  expect(await screen.findByText('one of them')).toBeInTheDocument();
  expect(location()).toBe('/notifications/5');
});

test('a new notification updates the count without a reload', async () => {
  serve([[], [raised]]);
  const connected = new Promise<(text: string) => void>((resolve) => {
    server.use(
      http.get('*/api/events', () => {
        const body = new ReadableStream({
          start: (controller) => resolve((text) => controller.enqueue(new TextEncoder().encode(text))),
        });
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
  });
  const end = new AbortController();
  await renderWithProviders(<Bell />, { path: '/start', route: '/start', routes });
  expect(await screen.findByRole('button', { name: '通知，0 条未读' })).toBeInTheDocument();
  void keepLive(end.signal, () => {});
  const tell = await connected;
  act(() => tell('event: notification\ndata: {"project":7,"payload":{}}\n\n'));
  expect(await screen.findByRole('button', { name: '通知，1 条未读' })).toBeInTheDocument();
  expect(await screen.findByText('SW-09 橙色告警')).toHaveAttribute('aria-live', 'polite');
  end.abort();
});
