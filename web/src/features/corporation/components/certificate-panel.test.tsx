import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { CertificatePanel } from './certificate-panel';

serveTests();

const certificate = {
  ...{ state: 'expired', subject: 'Survey', issuer: 'Authority', serial: 'abc', sha256: 'd'.repeat(64) },
  ...{
    algorithm: 'RSA 2048',
    beginsAt: 1_700_000_000_000,
    endsAt: 1_790_000_000_000,
    account: 'Li',
    changedAt: 1_700_000_000_000,
  },
};

test('who may not change it sees that it has expired, without buttons', async () => {
  server.use(http.get('*/api/corporations/1/signing-certificate', () => HttpResponse.json(certificate)));
  await renderWithProviders(<CertificatePanel corporationId={1} zone="UTC" />, { language: 'en' });
  expect(await screen.findByText('Survey')).toBeVisible();
  expect(screen.getByText('Expired: no report can be approved')).toBeVisible();
  expect(screen.getByText('d'.repeat(64))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
