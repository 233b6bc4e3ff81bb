import { screen } from '@testing-library/react';
import { ApiError, NetworkError, readApiError } from '@/api/errors';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import { NoPermission, QueryPanel } from './states';

const idle = { data: undefined, error: null, isPending: false, refetch: () => undefined };
const show = (text: string) => <p>{text}</p>;

test('keeps loaded data after a later error', async () => {
  await renderWithProviders(
    <QueryPanel query={{ ...idle, data: 'kept', error: new NetworkError(), isPending: true }}>{show}</QueryPanel>,
  );
  expect(screen.getByText('kept')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an error shows what failed, why, its code and a retry button', async () => {
  const refetch = vi.fn();
  const error = new ApiError(503, '服务忙', 5001);
  const { user } = await renderWithProviders(
    <QueryPanel query={{ ...idle, error, refetch }} failure="加载测点失败">
      {show}
    </QueryPanel>,
  );
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('加载测点失败');
  expect(alert).toHaveTextContent('服务忙');
  expect(alert).toHaveTextContent('错误码 5001');
  await user.click(screen.getByRole('button', { name: /重试/ }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('a permission error has no retry button', async () => {
  const { container } = await renderWithProviders(
    <QueryPanel query={{ ...idle, error: new ApiError(403, '没有权限') }}>{show}</QueryPanel>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('没有权限');
  expect(screen.queryByRole('button')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test('an empty list shows a text instead of a blank panel', async () => {
  await renderWithProviders(
    <QueryPanel query={{ ...idle, data: [] as string[] }} isEmpty={(list) => list.length === 0}>
      {() => <p>list</p>}
    </QueryPanel>,
  );
  expect(screen.getByText('暂无数据')).toBeInTheDocument();
});

test('names the missing permission', async () => {
  await renderWithProviders(<NoPermission permission="View:Alert" />);
  expect(screen.getByText(/告警·查看/)).toBeInTheDocument();
});

test.each([
  ['the server does not answer', () => new NetworkError(), '无法连接服务器，检查网络及服务器运行状态'],
  [
    'a proxy finds no server',
    () => readApiError(new Response('', { status: 502 })),
    '无法连接服务器，检查网络及服务器运行状态',
  ],
  ['the server is busy', () => readApiError(new Response('', { status: 503 })), '服务器繁忙，稍后再试'],
  ['the browser is offline', offline, '浏览器已离线，检查本机网络'],
])('shows a specific error if %s', async (_, failure, text) => {
  await renderWithProviders(<p />); // the texts
  const error = await failure();
  await renderWithProviders(<QueryPanel query={{ ...idle, error }}>{show}</QueryPanel>);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

function offline(): NetworkError {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = new NetworkError();
  line.mockRestore();
  return error;
}
