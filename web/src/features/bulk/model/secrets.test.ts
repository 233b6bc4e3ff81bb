import { secretsCsv } from './secrets';

test('exports the secrets of networked devices as CSV without formula cells', () => {
  const csv = secretsCsv({
    actionId: 7,
    devices: [
      { id: 1, name: '=1+1', sncode: 'A "1"', register: 'A1', secret: 'abc' },
      { id: 2, name: 'Bare sensor', sncode: 'B', register: '', secret: '' },
    ],
  });
  expect(csv).toBe('\uFEFFname,sncode,register,secret\r\n"\'=1+1","A ""1""","A1","abc"\r\n');
});
