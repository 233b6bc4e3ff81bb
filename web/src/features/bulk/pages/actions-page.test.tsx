import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useProjectMode } from '@/entities/session/project-mode';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import ActionsPage from './actions-page';

serveTests();

afterEach(() => useProjectMode.getState().leave());

const moved = {
  id: 61,
  projectId: 7,
  kind: 'moveDevices',
  subject: 'Gauge 3',
  validFrom: 1_700_000_000_000,
  devices: 0,
  structures: 0,
  points: 0,
  moved: 1,
  createdAt: 1_700_000_000_000,
  accountId: 2,
  accountName: 'Lin',
  undoneAt: 0,
  undoneByName: '',
  oldSecretUntil: 0,
};
const preview = {
  subject: 'Gauge 3',
  validFrom: 1_700_000_000_000,
  total: 1,
  lines: [{ thing: 'device', id: 3, name: 'Gauge 3', change: 'moved', from: 'Bridge 4', to: 'North slope' }],
  consequences: {
    points: 1,
    dependants: 0,
    recomputing: 0,
    results: 12,
    from: 1_700_000_000_000,
    to: 1_700_000_600_000,
    alertsOpened: 0,
    alertsWithdrawn: 1,
    alertsRevised: 0,
    accumulated: 0,
    alerts: [],
    values: [],
    moreValues: 0,
    initials: [],
    warnings: [],
  },
};

function open(undo: () => Response | Promise<Response>) {
  server.use(
    http.get('*/api/projects/7', () =>
      HttpResponse.json({ id: 7, name: 'North slope', corporationId: 1, timeZone: 'Asia/Shanghai' }),
    ),
    http.get('*/api/corporations/1/actions', () => HttpResponse.json({ list: [moved], total: 1 })),
    http.post('*/api/corporations/1/actions/61/undo/preview', undo),
  );
  useProjectMode.getState().enter(7, ['Update:Device']);
  return renderWithProviders(<ActionsPage />, {
    path: '/projects/7/devices/actions',
    route: '/projects/:projectId/devices/actions',
  });
}

/** The only button in the dialog's footer. */
function runButton(): HTMLElement {
  return document.querySelector('.ant-modal-footer button') as HTMLElement;
}

test('previews what undoing recomputes before running it', async () => {
  let undone = false;
  await open(() => HttpResponse.json(preview));
  server.use(
    http.post('*/api/corporations/1/actions/61/undo', () => {
      undone = true;
      return HttpResponse.json({ ...moved, undoneAt: 1_700_000_900_000 });
    }),
  );
  await userEvent.click(await screen.findByLabelText('撤销“Gauge 3”'));
  expect(await screen.findByText('Bridge 4 → North slope')).toBeInTheDocument();
  expect(screen.getByText('12')).toBeInTheDocument();
  expect(undone).toBe(false);
  await userEvent.click(runButton());
  await vi.waitFor(() => expect(undone).toBe(true));
});

test('undoing right after the action says that results are still being computed', async () => {
  const nothingYet = { ...preview.consequences, points: 0, results: 0, alertsWithdrawn: 0, recomputing: 2 };
  await open(() => HttpResponse.json({ ...preview, consequences: nothingYet }));
  await userEvent.click(await screen.findByLabelText('撤销“Gauge 3”'));
  expect(await screen.findByText(/2 个测点因先前的变更仍在重算/)).toBeInTheDocument();
});

test('undoing deletes later additions only after confirmation', async () => {
  let sent: unknown;
  const added = { thing: 'plan', id: 9, name: 'Ring 120', change: 'later', from: 'Created', to: '' };
  await open(() => HttpResponse.json({ ...preview, later: 1, lines: [added, ...preview.lines] }));
  server.use(
    http.post('*/api/corporations/1/actions/61/undo', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ ...moved, undoneAt: 1_700_000_900_000 });
    }),
  );
  await userEvent.click(await screen.findByLabelText('撤销“Gauge 3”'));
  expect(await screen.findByText('Ring 120')).toBeInTheDocument();
  expect(runButton()).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: '一并删除这些内容' }));
  await userEvent.click(runButton());
  await vi.waitFor(() => expect(sent).toEqual({ later: 1 }));
});

test('lists what depends on an action and disables undoing it', async () => {
  await open(() => HttpResponse.json({ error: '“Gauge 3” is in use by “LF-01”', code: 8381 }, { status: 409 }));
  await userEvent.click(await screen.findByLabelText('撤销“Gauge 3”'));
  expect(await screen.findByText(/“Gauge 3” is in use by “LF-01”/)).toBeInTheDocument();
  expect(runButton()).toBeDisabled();
});
