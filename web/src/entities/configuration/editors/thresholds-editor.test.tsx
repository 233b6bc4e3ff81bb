import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { VersionStudio } from '../version-studio';
import { ThresholdsEditor } from './thresholds-editor';

serveTests();
const label = { zh: '位移', en: 'Displacement', 'zh-TW': '位移' };
const disp = { name: 'disp', label, unit: 'mm', decimals: 2, valueTypes: ['accumulated'], perNode: false };

function serve() {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Update:MeasuringPoint'] }, false);
  server.use(
    http.get('*/api/structures/3/measuring-points/9/versions', () => HttpResponse.json({ list: [] })),
    http.get('*/api/projects/7/device-fields', () =>
      HttpResponse.json({ list: [{ measurement: 'Crack', fields: [disp] }] }),
    ),
    http.get('*/api/constants/measurements', () =>
      HttpResponse.json({
        list: [
          {
            code: 'Crack',
            label,
            mainField: 'disp',
            fields: [disp],
          },
        ],
      }),
    ),
    http.get('*/api/constants/*', () => HttpResponse.json({ list: [] })),
  );
}
afterEach(() => useSessionStore.getState().signOut());

const place = {
  ...{ projectId: 7, corporationId: 1, zone: 'Asia/Shanghai', measurement: 'Crack', category: 'Crack' },
  ...{ pointId: 9, structureId: 3 },
};

test('marks limits that do not increase on blur and disables saving until they do', async () => {
  serve();
  let sent = 0;
  server.use(
    http.post('*/api/structures/3/measuring-points/9/versions/preview', () => {
      sent++;
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  const { user } = await renderWithProviders(
    <VersionStudio
      owner={{ kind: 'point', structureId: 3, id: 9 }}
      aspect="thresholds"
      blank={{
        list: [
          { field: 'disp', valueType: 'accumulated', blue: null, yellow: null, orange: null, red: null, enable: true },
        ],
      }}
      Editor={ThresholdsEditor}
      place={place}
    />,
  );
  const level = (name: string) => screen.getByRole('spinbutton', { name });
  await screen.findByRole('spinbutton', { name: '蓝色' }, { timeout: 8000 });
  // Untouched: nothing is red.
  expect(level('蓝色')).not.toHaveAttribute('aria-invalid');
  await user.type(level('蓝色'), '2');
  await user.type(level('黄色'), '1');
  await user.tab();
  await waitFor(() => expect(level('黄色')).toHaveAttribute('aria-invalid', 'true'));
  expect(level('蓝色')).not.toHaveAttribute('aria-invalid');
  expect(level('黄色')).toHaveAccessibleDescription('阈值须按蓝、黄、橙、红递增');
  expect(screen.getByRole('button', { name: '保存为第 1 版' })).toBeDisabled();
  expect(screen.getByText('修改标红的内容后再保存')).toBeInTheDocument();
  await user.clear(level('黄色'));
  await user.type(level('黄色'), '3');
  await waitFor(() => expect(screen.getByRole('button', { name: '保存为第 1 版' })).toBeEnabled());
  expect(level('黄色')).not.toHaveAttribute('aria-invalid');
  expect(sent).toBe(0);
});

test('saving shows the missing limits of an untouched row', async () => {
  serve();
  const { user } = await renderWithProviders(
    <VersionStudio
      owner={{ kind: 'point', structureId: 3, id: 9 }}
      aspect="thresholds"
      blank={{ list: [] }}
      Editor={ThresholdsEditor}
      place={place}
    />,
  );
  const add = await screen.findByRole('button', { name: '新增阈值' }, { timeout: 8000 });
  await waitFor(() => expect(add).toBeEnabled());
  await user.click(add);
  expect(screen.queryByText('至少填写蓝色阈值')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '保存为第 1 版' }));
  expect(await screen.findByText('至少填写蓝色阈值')).toBeInTheDocument();
  expect(screen.getByRole('spinbutton', { name: '蓝色' })).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('button', { name: '保存为第 1 版' })).toBeDisabled();
});

test('a level at once and days in a row are edited, and left out when they are switched off', async () => {
  serve();
  const onChange = vi.fn();
  const limits = { blue: 1, yellow: 2, orange: 3, red: 4 };
  const row = { field: 'disp', valueType: 'accumulated', ...limits, enable: true, atOnce: 4, confirmDays: 3 };
  const { user } = await renderWithProviders(
    <ThresholdsEditor value={{ list: [row] }} original={null} onChange={onChange} place={place} />,
  );
  const days = await screen.findByRole('spinbutton', { name: '连续达到天数' });
  expect(days).toHaveValue('3');
  await user.clear(days);
  await user.tab();
  const { confirmDays: _days, ...without } = row;
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ list: [without] }));
  await user.click(screen.getByRole('combobox', { name: '单次即告警等级' }));
  await user.click(await screen.findByTitle('橙色'));
  expect(onChange).toHaveBeenLastCalledWith({ list: [{ ...row, atOnce: 3 }] });
});
