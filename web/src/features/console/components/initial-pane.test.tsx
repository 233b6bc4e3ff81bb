import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { InitialPane } from './initial-pane';

serveTests();
const label = (zh: string) => ({ zh, en: zh, 'zh-TW': zh });
const formed = {
  ...{ measuringPointId: 9, measuringPointName: 'LF-01', from: 0, count: 3, missing: 0, more: 0 },
  formed: Date.UTC(2026, 2, 1, 2),
  values: [{ field: 'width', node: 0, label: label('裂缝宽度'), unit: 'mm', decimals: 2, value: 2.125 }],
};
const none = {
  ...{ points: 0, results: 0, accumulated: 0, dependants: 0, recomputing: 0, from: 0, to: 0, moreValues: 0 },
  ...{ alertsOpened: 2, alertsWithdrawn: 0, alertsRevised: 0, alerts: [], values: [], warnings: [] },
};
const base = '*/api/structures/3/measuring-points/9/versions';
const version = (aspect: string) => ({
  ...{ id: 1, aspect, validFrom: 0, value: {}, note: '', recordedAt: 1, recordedBy: 1 },
  ...{ supersededAt: 0, supersededBy: 0 },
});

async function show(aspects: string[], initials: object[]) {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Update:MeasuringPoint'] }, false);
  const recorded: unknown[] = [];
  server.use(
    http.get('*/api/constants/*', () => HttpResponse.json({ list: [] })),
    http.get(base, () => HttpResponse.json({ list: aspects.map(version) })),
    http.post(`${base}/preview`, () => HttpResponse.json({ ...none, initials })),
    http.post(base, async ({ request }) => {
      recorded.push(await request.json());
      return HttpResponse.json(version('initial'), { status: 201 });
    }),
  );
  const { user } = await renderWithProviders(
    <InitialPane
      owner={{ kind: 'point', structureId: 3, id: 9 }}
      type="normal"
      place={{
        ...{ projectId: 7, corporationId: 1, zone: 'Asia/Shanghai', measurement: 'Crack', category: 'Crack' },
        ...{ pointId: 9, structureId: 3 },
      }}
    />,
  );
  return { user, recorded };
}

afterEach(() => useSessionStore.getState().signOut());

test('offers a computed initial value that one click accepts', async () => {
  const { user, recorded } = await show(['formula'], [formed]);
  expect(await screen.findByText('裂缝宽度 2.13 mm', {}, { timeout: 8000 })).toBeInTheDocument();
  expect(screen.getByText('3 条读数的均值，最后一条 2026-03-01 10:00:00')).toBeInTheDocument();
  expect(screen.getByText(/累计变化量的阈值不生效/)).toBeInTheDocument();
  expect(screen.getByText(/采用后出现 2 条告警/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '采用' }));
  await expect
    .poll(() => recorded)
    .toEqual([{ aspect: 'initial', validFrom: 0, value: { mode: 'auto', time: 0, count: 3 }, note: '' }]);
});

test('a pending initial value shows how many readings it has and needs', async () => {
  await show(['formula'], [{ ...formed, formed: 0, count: 1, missing: 2, values: [] }]);
  expect(
    await screen.findByText('已有 1 条读数，还差 2 条，到齐后自动形成', {}, { timeout: 8000 }),
  ).toBeInTheDocument();
});

test('without a formula, links to setting one', async () => {
  await show([], []);
  expect(await screen.findByRole('link', { name: '设置公式' }, { timeout: 8000 })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=formula'),
  );
});

test('offers nothing if the point has an initial value', async () => {
  await show(['formula', 'initial'], [formed]);
  expect(await screen.findByText('取值方式', {}, { timeout: 8000 })).toBeInTheDocument();
  expect(screen.queryByText('建议初始值')).toBeNull();
});
