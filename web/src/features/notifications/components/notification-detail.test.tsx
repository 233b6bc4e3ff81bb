import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { NotificationDetail } from './notification-detail';

serveTests();

async function serve(kind: string, more: object = {}) {
  const one = {
    id: 3,
    projectId: 7,
    kind,
    title: 'title',
    content: '',
    level: 3,
    alertId: 5,
    measuringPointId: 0,
    deviceId: 0,
    projectReportId: 0,
    projectName: 'Pit',
    respondBy: 0,
    createdAt: 1_767_225_600_000,
    read: true,
    ...more,
  };
  server.use(http.get('*/api/notifications/3', () => HttpResponse.json(one)));
  useSessionStore.getState().signIn(mockSession, false);
  await renderWithProviders(<NotificationDetail notificationId={3} onClose={() => undefined} />);
}

test.each(['incident.owned', 'incident.escalated', 'incident.ended'])('%s leads to the incident', async (kind) => {
  await serve(kind);
  expect(await screen.findByRole('link')).toHaveAttribute('href', '/projects/7/alerts/incidents/5');
  expect(screen.queryByText(/响应截止/)).not.toBeInTheDocument();
});

test('a graded warning says until when somebody has to respond', async () => {
  await serve('alarm.overdue', { respondBy: 1_767_229_200_000 });
  expect(await screen.findByText(/^响应截止 2026/)).toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/projects/7/alerts?alert=5&span=all');
});
