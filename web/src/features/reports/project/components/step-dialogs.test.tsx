import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { sampleReport } from '@/test/fixtures/project-report';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { ReasonDialog, SignDialog } from './step-dialogs';

serveTests();
const path = '*/api/projects/3/project-reports/12';

test('a wrong password is shown at its field, and the right one signs the role that the dialog named', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${path}/sign`, async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json({ error: '请求有误', code: 1, fields: { password: '密码错误' } }, { status: 400 })
        : HttpResponse.json(sampleReport, { status: 202 });
    }),
  );
  const picture = { kind: 'signature', sha256: 'ab', changedAt: 1 };
  server.use(http.get('*/api/signing-pictures', () => HttpResponse.json({ list: [picture] })));
  const closed = vi.fn();
  const { user } = await renderWithProviders(<SignDialog report={sampleReport} onClose={closed} />);
  await user.click(screen.getByRole('button', { name: /签\s?字/ }));
  expect(await screen.findByText('请输入密码')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('本人登录密码'), 'wrong');
  await user.click(screen.getByRole('button', { name: /签\s?字/ }));
  expect(await screen.findByText('密码错误')).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
  await user.clear(screen.getByLabelText('本人登录密码'));
  await user.type(screen.getByLabelText('本人登录密码'), 'right');
  await user.click(screen.getByRole('checkbox', { name: '附上签名' }));
  await user.click(screen.getByRole('button', { name: /签\s?字/ }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({ role: 'made', password: 'right', pictures: ['signature'] });
});

test('a revision needs a reason, and leads to the new report', async () => {
  server.use(http.post(`${path}/revise`, () => HttpResponse.json({ ...sampleReport, id: 13 }, { status: 202 })));
  const done = vi.fn();
  const { user } = await renderWithProviders(
    <ReasonDialog report={sampleReport} step="revise" onClose={vi.fn()} onDone={done} />,
    { language: 'en' },
  );
  await user.click(screen.getByRole('button', { name: 'Begin the revision' }));
  expect(await screen.findByText('Write a reason')).toBeVisible();
  expect(done).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Why it is revised'), 'Late readings');
  await user.click(screen.getByRole('button', { name: 'Begin the revision' }));
  await waitFor(() => expect(done).toHaveBeenCalledWith(13));
});
