import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { type Ranges, RangesEditor } from './ranges-editor';

serveTests();

const raw = (name: string, min: number | null, max: number | null, unit: string) => ({
  ...{ name, min, max, unit, labelKey: name, level: 'point', resolution: 0, spike: 0 },
  label: { zh: name === 'level' ? '水位' : name, en: name, 'zh-TW': name },
});

let latest: Ranges = { list: [] };

function Editor({ begin }: { begin: Ranges }) {
  const [value, setValue] = useState(begin);
  latest = value;
  const place = { projectId: 1, corporationId: 1, zone: 'UTC', measurement: '', category: 'WATERLEVEL', pointId: 0 };
  return <RangesEditor value={value} original={begin} onChange={setValue} place={place} />;
}

async function open(begin: Ranges) {
  server.use(
    http.get('*/api/constants/device-type', () =>
      HttpResponse.json({
        list: [
          {
            code: 'WATERLEVEL',
            coefficients: [],
            rawFields: [raw('level', 0, 100, 'm'), raw('level', 0, 100, 'm'), raw('note', null, null, '')],
          },
        ],
      }),
    ),
  );
  await renderWithProviders(<Editor begin={begin} />);
}

test('shows the catalog range until a field has its own', async () => {
  await open({ list: [] });
  expect(await screen.findByText('0 … 100 m')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '设置 水位 (level) 的量程' }));
  expect(latest).toEqual({ list: [{ field: 'level', min: 0, max: 100 }] });
  const upper = screen.getByLabelText('水位 (level) 的上限');
  await userEvent.clear(upper);
  await userEvent.type(upper, '250');
  expect(latest.list[0]).toMatchObject({ min: 0, max: 250 });
  await userEvent.clear(screen.getByLabelText('水位 (level) 的下限'));
  expect(latest.list[0]).toEqual({ field: 'level', max: 250 }); // no lower limit
  await userEvent.click(screen.getByRole('button', { name: '水位 (level) 恢复目录量程' }));
  expect(latest).toEqual({ list: [] });
});

test('a channel can have its own range', async () => {
  await open({ list: [{ field: 'level', max: 10 }] });
  const channel = await screen.findByLabelText('水位 (level) 的通道（0：全部）');
  await userEvent.clear(channel);
  await userEvent.type(channel, '3');
  expect(latest.list[0]).toEqual({ field: 'level', channelNo: 3, max: 10 });
});
