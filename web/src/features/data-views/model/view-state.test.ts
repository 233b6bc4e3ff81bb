import { readState, writeState } from './view-state';

const read = (text: string) => readState(new URLSearchParams(text), { quick: '30d' });

describe('view state in the URL', () => {
  it('round-trips', () => {
    const search = writeState(new URLSearchParams(), {
      range: { from: 100, to: 900 },
      type: 'rate',
      fields: ['x', 'y'],
      nodes: [0, 4, 12],
      times: [100, 400],
      segment: true,
      window: [200, 300],
      table: true,
      hidden: ['gaps'],
      at: 250,
      previous: 120,
      points: [7, 9],
      weather: '多云',
    });
    expect(readState(search, { quick: '1d' })).toMatchObject({
      range: { from: 100, to: 900 },
      type: 'rate',
      fields: ['x', 'y'],
      nodes: [0, 4, 12],
      times: [100, 400],
      segment: true,
      window: [200, 300],
      table: true,
      hidden: ['gaps'],
      at: 250,
      previous: 120,
      points: [7, 9],
      weather: '多云',
      work: '',
    });
  });

  it('uses defaults for invalid values', () => {
    const state = read('range=zzz&nodes=a.b&window=9.3&page=-4&at=x');
    expect(state).toMatchObject({ range: { quick: '30d' }, nodes: [], window: null, page: 1, at: null });
  });

  it('drops the zoom when the range changes', () => {
    const search = writeState(new URLSearchParams('window=1.2&at=5&type=rate'), { range: { quick: '7d' } });
    expect([...search.keys()].sort()).toEqual(['range', 'type']);
  });
});
