import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { AlertDetailPanel } from './alert-detail';
import './alert-story'; // its chart would load during the first test

serveTests();
const day = 86_400_000;
const now = Date.now();
const alert = {
  id: 5,
  projectId: 7,
  projectName: '北塘围堰',
  structureId: 1,
  structureName: '主体',
  itemId: 2,
  itemName: '坑外地下水',
  measuringPointId: 0,
  measuringPointName: '',
  deviceId: 3,
  deviceName: '渗压计 F5474',
  type: 'deviceHealth',
  kind: 'dataLost',
  measurement: 'Waterlevel',
  field: '',
  valueType: '',
  nodeRange: [],
  status: 'Pending',
  level: 0,
  currentLevel: 0,
  reason: '超过 3 个采集间隔没有数据',
  value: null,
  limit: null,
  side: '',
  unit: '',
  decimals: 0,
  node: 0,
  depth: null,
  opened: now - day,
  time: now - day,
  ended: 0,
  restoreValue: null,
  steps: [],
  foundLate: true,
  foundBy: 'lateData',
  withdrawnAt: 0,
  correctionId: 0,
  processedAt: 0,
  processedBy: 0,
  processedName: '',
  note: '',
  recordedAt: now,
  history: [
    {
      id: 1,
      kind: 'raised',
      from: '',
      to: 'Pending',
      level: 0,
      value: null,
      limit: null,
      node: 0,
      time: now - day,
      recordedAt: now,
      recordedBy: 0,
      correctionId: 0,
      cause: '',
      note: '',
      pictures: [],
    },
  ],
};

function serve(permissions: string[]) {
  useSessionStore.getState().signIn({ ...mockSession, permissions }, false);
  server.use(
    http.get('*/api/alerts/5', () => HttpResponse.json(alert)),
    http.get('*/api/projects/7', () => HttpResponse.json({ id: 7, timeZone: 'Asia/Shanghai', permissions: [] })),
    http.get('*/api/constants/measurements', () => HttpResponse.json({ list: [] })),
  );
}

afterEach(() => useSessionStore.getState().signOut());

test('warns that processing cannot be undone and sends the level that was shown', async () => {
  serve(['Update:Alert']);
  let sent: unknown;
  server.use(
    http.patch('*/api/alerts/5/status', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ ...alert, status: 'FalseAlarm', note: '电缆断' });
    }),
  );
  const { user, container } = await renderWithProviders(<AlertDetailPanel alertId={5} onClose={() => undefined} />);
  expect(await screen.findByText('提交后不可撤销')).toBeInTheDocument();
  expect(screen.getByText(/由补传数据补判产生/)).toBeInTheDocument();
  expect(screen.getAllByText('数据缺失')).toHaveLength(2); // no level, in the head and in the history
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '确认告警' }));
  expect(await screen.findByText('填写现场核查情况')).toBeInTheDocument();
  expect(sent).toBeUndefined();
  await user.click(screen.getByRole('radio', { name: '误报' }));
  await user.type(screen.getByRole('combobox', { name: /告警原因/ }), '仪器故障');
  await user.type(screen.getByRole('textbox', { name: '说明' }), '电缆断');
  await user.click(screen.getByRole('button', { name: '标为误报' }));
  await waitFor(() =>
    expect(sent).toEqual({
      status: 'FalseAlarm',
      cause: '仪器故障',
      measure: '',
      level: 0,
      note: '电缆断',
      pictures: [],
    }),
  );
});

test('without permission to process, shows only the history', async () => {
  serve([]);
  await renderWithProviders(<AlertDetailPanel alertId={5} onClose={() => undefined} />);
  expect(await screen.findAllByText('数据缺失')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: '确认告警' })).not.toBeInTheDocument();
});
