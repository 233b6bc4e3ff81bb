import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const certificatePassword = 'File-2468';

/** A PKCS #12 file with a certificate of a name, as OpenSSL writes it. */
export function certificateFile(name: string, days = 90) {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, certificate, file] = ['key.pem', 'certificate.pem', 'certificate.p12'].map((path) => join(folder, path));
  const openssl = (...given: string[]) => execFileSync('openssl', given, { stdio: 'pipe' });
  try {
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-utf8', '-subj', `/CN=${name}`, '-days', String(days)],
      ...['-addext', 'basicConstraints=CA:FALSE', '-addext', 'keyUsage=digitalSignature'],
      ...['-keyout', `${key}`, '-out', `${certificate}`],
    );
    openssl(
      'pkcs12',
      '-export',
      '-inkey',
      `${key}`,
      '-in',
      `${certificate}`,
      '-out',
      `${file}`,
      '-passout',
      `pass:${certificatePassword}`,
    );
    return { name: 'certificate.p12', mimeType: 'application/x-pkcs12', buffer: readFileSync(`${file}`) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
