import { cellOf, tableLook } from './model';

const vessels = [1, 2].map((id) => ({ id, name: `V${id}`, reference: id === 1, readings: 1, point: undefined }));
const reading = { t: 0, settlement: [0, -0.863], level: [50.5, 9.5], temp: [20, null] };

test('the table shows accumulated settlement unless the address says otherwise', () => {
  expect(tableLook({ type: null, fields: [] })).toEqual({ valueType: 'accumulated', shown: ['settlement'] });
  expect(tableLook({ type: 'rate', fields: ['temp', 'level', 'x'] })).toEqual({
    valueType: 'rate',
    shown: ['level', 'temp'],
  });
});

test('a cell knows that its vessel must be refilled', () => {
  expect(cellOf(reading, vessels, 1, 'settlement')).toEqual({ value: -0.863, outside: true });
  expect(cellOf(reading, vessels, 1, 'difference')).toEqual({ value: -41, outside: true });
  expect(cellOf(reading, vessels, 1, 'temp').value).toBeNull();
});
