import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { CoefficientsEditor } from './editors/coefficients-editor';
import { VersionStudio } from './version-studio';

serveTests();
const t = Date.UTC(2025, 8, 20);
const label = (zh: string) => ({ zh, en: zh, 'zh-TW': zh });
const twelveResults = {
  points: 1,
  results: 12,
  from: t,
  to: t + 1e8,
  alertsOpened: 0,
  dependants: 0,
  alertsWithdrawn: 0,
  alertsRevised: 0,
  accumulated: 0,
  alerts: [],
  values: [],
  moreValues: 0,
  initials: [],
  warnings: [
    {
      code: 'noInitialValue',
      reason: { zh: '阈值未生效：无初始值', en: '', tw: '' },
      fix: 'setInitialValue',
      points: 7,
      list: ['CX-1', 'CX-2', 'CX-3', 'CX-4', 'CX-5', 'CX-6'].map((name, i) => ({
        measuringPointId: i,
        name,
        structureId: 1,
        itemId: 0,
        labels: [{ zh: '位移累计变化量', en: '', tw: '' }],
      })),
    },
  ],
};
const version = (id: number, validFrom: number, f0: number) => ({
  id,
  aspect: 'coefficients',
  validFrom,
  value: { values: { f0 } },
  note: '',
  recordedAt: validFrom,
  recordedBy: 1,
  supersededAt: 0,
  supersededBy: 0,
});

function serve(permissions: string[]) {
  useSessionStore.getState().signIn({ ...mockSession, permissions }, false);
  server.use(
    http.get('*/api/corporations/1/devices/4/versions', () =>
      HttpResponse.json({ list: [version(1, t, 2934.5), version(2, t + 1e8, 2935)] }),
    ),
    http.get('*/api/constants/coefficients', () =>
      HttpResponse.json({ list: [{ name: 'f0', label: label('初始频率f0'), unit: 'Hz', default: null }] }),
    ),
    http.get('*/api/constants/device-type', () =>
      HttpResponse.json({ list: [{ code: 'WATERLEVEL', coefficients: ['f0'], rawFields: [] }] }),
    ),
  );
}

afterEach(() => useSessionStore.getState().signOut());

const studio = (
  <VersionStudio
    owner={{ kind: 'device', corporationId: 1, id: 4 }}
    aspect="coefficients"
    blank={{ values: {} }}
    Editor={CoefficientsEditor}
    place={{
      projectId: 7,
      corporationId: 1,
      zone: 'Asia/Shanghai',
      measurement: '',
      category: 'WATERLEVEL',
      pointId: 0,
    }}
  />
);

test('previews a change before saving it as the next version', async () => {
  serve(['Update:Device']);
  let previewed: { value?: unknown } = {};
  let recorded: { coefficients?: unknown } = {};
  server.use(
    http.post('*/api/corporations/1/devices/4/versions/preview', async ({ request }) => {
      previewed = (await request.json()) as typeof previewed;
      return HttpResponse.json({
        points: 1,
        results: 5760,
        from: t,
        to: t + 1e8,
        alertsOpened: 1,
        dependants: 0,
        alertsWithdrawn: 2,
        alertsRevised: 0,
        accumulated: 0,
        alerts: [
          {
            effect: 'vanishes',
            alertId: 7,
            structureId: 1,
            measuringPointId: 9,
            measuringPointName: 'CX-9',
            measurement: 'DeepDisplacement',
            field: 'x',
            valueType: 'accumulated',
            level: 3,
            levelBefore: 3,
            value: 31.5,
            unit: 'mm',
            decimals: 2,
            node: 4,
            opened: t,
            time: t,
            ended: 0,
          },
        ],
        values: [],
        moreValues: 0,
        initials: [],
        warnings: [],
      });
    }),
    http.patch('*/api/corporations/1/devices/4/config', async ({ request }) => {
      recorded = (await request.json()) as typeof recorded;
      return HttpResponse.json(version(3, t + 2e8, 2936));
    }),
  );
  const { user, container } = await renderWithProviders(studio);
  const field = await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 });
  expect(screen.getByText('初始频率f0 2934.5 → 2935')).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
  await user.clear(field);
  await user.type(field, '2936');
  await user.tab();
  expect(screen.getByText('原 2935')).toBeInTheDocument();
  expect(screen.getByText(/1 处改动/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '试算' }));
  expect(await screen.findByText('5,760')).toBeInTheDocument();
  expect(previewed.value).toEqual({ values: { f0: 2936 } });
  await user.click(screen.getByRole('button', { name: '确认保存' }));
  await waitFor(() => expect(recorded).toMatchObject({ coefficients: { values: { f0: 2936 } } }));
});

test('a validation error names the field', async () => {
  serve(['Update:Device']);
  const refused = () =>
    HttpResponse.json({ error: '填写有误', code: 1001, fields: { 'values.f0': '须大于 0' } }, { status: 422 });
  server.use(
    http.post('*/api/corporations/1/devices/4/versions/preview', refused),
    http.patch('*/api/corporations/1/devices/4/config', refused),
  );
  const { user } = await renderWithProviders(studio);
  const save = await screen.findByRole('button', { name: '保存为第 3 版' }, { timeout: 8000 });
  expect(save).toBeDisabled(); // nothing was changed
  await user.type(await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 }), '{Backspace}');
  await user.tab();
  await user.click(save);
  expect(await screen.findByText(/values.f0: 须大于 0/)).toBeInTheDocument();
});

test('saving without a preview shows the consequences first and saves on the second click', async () => {
  serve(['Update:Device']);
  let recorded = 0;
  server.use(
    http.post('*/api/corporations/1/devices/4/versions/preview', () => HttpResponse.json(twelveResults)),
    http.patch('*/api/corporations/1/devices/4/config', () => {
      recorded++;
      return HttpResponse.json(version(3, t + 2e8, 2936));
    }),
  );
  const { user } = await renderWithProviders(studio);
  const field = await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 });
  await user.clear(field);
  await user.type(field, '2936');
  await user.tab();
  await user.click(screen.getByRole('button', { name: '保存为第 3 版' }));
  expect(await screen.findByText(/试算结果如上/)).toBeInTheDocument();
  expect(recorded).toBe(0);
  expect(screen.queryByRole('button', { name: '保存为第 3 版' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '确认保存' }));
  await waitFor(() => expect(recorded).toBe(1));
});

test('revoking a version previews the consequences first', async () => {
  serve(['Update:Device']);
  let taken = '';
  server.use(
    http.post('*/api/corporations/1/devices/4/versions/2/preview', () => HttpResponse.json(twelveResults)),
    http.delete('*/api/corporations/1/devices/4/versions/:id', ({ params }) => {
      taken = String(params.id);
      return HttpResponse.json({ points: 1, results: 12 });
    }),
  );
  const { user } = await renderWithProviders(studio);
  const [newest] = await screen.findAllByRole('button', { name: '撤销此版' }, { timeout: 8000 });
  if (!newest) throw new Error('no version to take out');
  await user.click(newest);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('12')).toBeInTheDocument();
  expect(dialog.getByText('阈值未生效：无初始值')).toBeInTheDocument();
  expect(
    dialog.getByText(/保存后 7 个测点的阈值不生效：CX-1 位移累计变化量.*CX-5 位移累计变化量 …/),
  ).toBeInTheDocument();
  expect(taken).toBe('');
  await user.click(dialog.getByRole('button', { name: '撤销此版' }));
  await waitFor(() => expect(taken).toBe('2'));
});

test('loading a version over unsaved changes asks first', async () => {
  serve(['Update:Device']);
  const { user } = await renderWithProviders(studio);
  const field = await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 });
  await user.clear(field);
  await user.type(field, '2936');
  await user.tab();
  const oldest = screen.getAllByRole('button', { name: '套用' }).at(-1);
  if (!oldest) throw new Error('no version to load');
  await user.click(oldest);
  await user.click(await screen.findByText('继续编辑'));
  expect(field).toHaveValue('2936');
  await user.click(oldest);
  await user.click(await screen.findByText('放弃修改'));
  await waitFor(() => expect(field).toHaveValue('2934.5'));
  expect(screen.getByRole('button', { name: '保存为第 3 版' })).toBeEnabled(); // an earlier value may be set again
});

test('shows superseded versions on request', async () => {
  serve([]);
  server.use(
    http.get('*/api/corporations/1/devices/4/versions', () =>
      HttpResponse.json({ list: [version(1, t, 2934.5), { ...version(2, t + 1e8, 2935), supersededAt: t + 2e8 }] }),
    ),
  );
  const { user } = await renderWithProviders(studio);
  expect(await screen.findByRole('button', { name: /^第 1 版，/ }, { timeout: 8000 })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^已替代的版本/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: '显示 1 个已替代的版本' }));
  expect(screen.getByRole('button', { name: /^已替代的版本/ })).toBeInTheDocument();
});

test('without permission to edit, the versions are read-only', async () => {
  serve([]);
  await renderWithProviders(studio);
  expect(await screen.findByText('初始频率f0 2934.5 → 2935', {}, { timeout: 8000 })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /保存/ })).not.toBeInTheDocument();
});

test('an untouched form or a reverted change cannot be saved', async () => {
  serve(['Update:Device']);
  const { user } = await renderWithProviders(studio);
  const save = await screen.findByRole('button', { name: '保存为第 3 版' }, { timeout: 8000 });
  const field = await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 });
  expect(screen.getByText('无改动')).toBeInTheDocument();
  expect(save).toBeDisabled();
  await user.clear(field);
  await user.type(field, '2936');
  await user.tab();
  expect(screen.getByText(/^1 处改动，.* 起生效$/)).toBeInTheDocument();
  expect(save).toBeEnabled();
  await user.clear(field);
  await user.type(field, '2935');
  await user.tab();
  expect(screen.getByText('无改动')).toBeInTheDocument();
  expect(save).toBeDisabled();
});

describe('the first version', () => {
  const first = (proposed: boolean) => (
    <VersionStudio
      owner={{ kind: 'device', corporationId: 1, id: 4 }}
      aspect="coefficients"
      blank={{ values: { f0: 2900 } }}
      proposed={proposed}
      Editor={CoefficientsEditor}
      place={{
        projectId: 7,
        corporationId: 1,
        zone: 'Asia/Shanghai',
        measurement: '',
        category: 'WATERLEVEL',
        pointId: 0,
      }}
    />
  );
  const nothingYet = () => {
    serve(['Update:Device']);
    server.use(http.get('*/api/corporations/1/devices/4/versions', () => HttpResponse.json({ list: [] })));
  };

  test('cannot be saved unchanged if the form starts empty', async () => {
    nothingYet();
    await renderWithProviders(first(false));
    expect(await screen.findByRole('button', { name: '保存为第 1 版' }, { timeout: 8000 })).toBeDisabled();
    expect(screen.getByText('无改动')).toBeInTheDocument();
  });

  test('can be the unchanged proposal, which does not count as a change', async () => {
    nothingYet();
    await renderWithProviders(first(true));
    expect(await screen.findByRole('button', { name: '保存为第 1 版' }, { timeout: 8000 })).toBeEnabled();
    expect(screen.getByText('采用建议值，自首条读数起生效')).toBeInTheDocument();
  });
});

test('shows warnings before saving even if no results change', async () => {
  serve(['Update:Device']);
  let recorded = 0;
  server.use(
    http.post('*/api/corporations/1/devices/4/versions/preview', () =>
      HttpResponse.json({ ...twelveResults, points: 0, results: 0 }),
    ),
    http.patch('*/api/corporations/1/devices/4/config', () => {
      recorded++;
      return HttpResponse.json(version(3, t + 2e8, 2936));
    }),
  );
  const { user } = await renderWithProviders(studio);
  const field = await screen.findByRole('spinbutton', { name: '初始频率f0 Hz' }, { timeout: 8000 });
  await user.clear(field);
  await user.type(field, '2936');
  await user.tab();
  await user.click(screen.getByRole('button', { name: '保存为第 3 版' }));
  expect(await screen.findByText('阈值未生效：无初始值')).toBeInTheDocument();
  expect(recorded).toBe(0);
  expect(screen.getByRole('button', { name: '确认保存' })).toBeEnabled();
});
