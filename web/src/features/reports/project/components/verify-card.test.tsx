import { screen } from '@testing-library/react';
import { sampleReport } from '@/test/fixtures/project-report';
import { renderWithProviders } from '@/test/render';
import { VerifyCard } from './verify-card';

const abc = new File(['abc'], 'report.pdf', { type: 'application/pdf' });
const issued = { ...sampleReport, status: 'issued', number: 'ZB-2026-001', next: '' } as const;

beforeEach(() => vi.stubGlobal('isSecureContext', true));
afterEach(() => vi.unstubAllGlobals());

test('the issued file is recognized, and a newer revision is named', async () => {
  const { user } = await renderWithProviders(<VerifyCard report={{ ...issued, revisedBy: 13 }} />);
  await user.upload(screen.getByLabelText('选择 PDF 文件', { selector: 'input' }), abc);
  expect(await screen.findByText('与签发的文件一致')).toBeVisible();
  expect(screen.getByRole('link', { name: '查看新版' })).toHaveAttribute('href', '/projects/3/reports/project/13');
});

test('a file that was changed differs', async () => {
  const { user } = await renderWithProviders(<VerifyCard report={issued} />, { language: 'en' });
  const changed = new File(['abd'], 'report.pdf', { type: 'application/pdf' });
  await user.upload(screen.getByLabelText('Choose a PDF file', { selector: 'input' }), changed);
  expect(await screen.findByText('This file differs from the stored one')).toBeVisible();
});

test('without HTTPS it says how to compare, with the checksum', async () => {
  vi.stubGlobal('isSecureContext', false);
  await renderWithProviders(<VerifyCard report={issued} />);
  expect(screen.getByText(/只在 HTTPS 连接下/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '选择 PDF 文件' })).toBeNull();
  expect(screen.getByText(issued.files[0]?.sha256 ?? '')).toBeVisible();
});

test('it names the certificate that signed the PDF', async () => {
  const [file] = issued.files;
  const signed = { ...issued, files: [{ ...file, signedBy: '勘测院', certificate: 'c'.repeat(64) }] } as typeof issued;
  await renderWithProviders(<VerifyCard report={signed} />);
  expect(screen.getByText('PDF 由“勘测院”的证书签名')).toBeVisible();
  expect(screen.getByText('c'.repeat(64))).toBeVisible();
});
