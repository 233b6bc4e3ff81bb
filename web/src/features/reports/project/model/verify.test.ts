import { sampleReport } from '@/test/fixtures/project-report';
import { compare, sha256Of } from './verify';

test('the checksum is that of FIPS 180-4', async () => {
  const file = { arrayBuffer: async () => new TextEncoder().encode('abc').buffer } as unknown as Blob;
  expect(await sha256Of(file)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a file is the issued one, the draft or another', () => {
  const hash = sampleReport.files[0]?.sha256 ?? '';
  expect(compare(hash, { ...sampleReport, status: 'issued' })).toBe('issued');
  expect(compare(hash, sampleReport)).toBe('draft');
  expect(compare(hash.replace('b', 'c'), { ...sampleReport, status: 'issued' })).toBe('differs');
  expect(compare(hash, { ...sampleReport, files: [] })).toBe('differs');
});
