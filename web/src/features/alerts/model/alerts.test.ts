import { excerptRange, peakOf, thresholdFor } from './excerpt-model';
import { everything, groupCount, narrows, queryOf, readFilter, writeFilter } from './filter';
import { leftOut, mergeFresh, neighbor } from './list';

const day = 86_400_000;

describe('alert filter', () => {
  it('is stored in the URL and returns to page 1 when it changes', () => {
    const search = writeFilter(new URLSearchParams('page=4'), { group: 'processed', level: 3, text: 'CX', open: 9 });
    expect(readFilter(search)).toMatchObject({ group: 'processed', level: 3, text: 'CX', open: 9, page: 1 });
    expect(readFilter(writeFilter(search, { open: null })).group).toBe('processed');
    expect(readFilter(writeFilter(new URLSearchParams('page=4'), { open: 3 })).page).toBe(4);
  });

  it('uses defaults for invalid values', () => {
    expect(readFilter(new URLSearchParams('status=x&level=9&page=-1&span=5w&alert=abc'))).toEqual({
      group: null,
      level: null,
      text: '',
      project: 0,
      measurement: '',
      owner: null,
      span: 'all',
      withdrawn: false,
      health: false,
      graded: false,
      page: 1,
      open: null,
    });
  });

  it('is cleared as a whole while the alert stays open', () => {
    const all = 'status=processed&level=2&q=SW&project=3&measurement=Crack&owner=me&withdrawn=1&type=deviceHealth';
    expect(writeFilter(new URLSearchParams(`${all}&span=7d&page=3&alert=9`), everything).toString()).toBe('alert=9');
    for (const one of all.split('&')) expect(narrows(readFilter(new URLSearchParams(one))), one).toBe(true);
    expect(narrows(readFilter(new URLSearchParams('span=7d&page=3&alert=9')))).toBe(false);
  });

  it('asks for the alerts of the person, of nobody or of anybody', () => {
    const asked = (owner: string) => queryOf(readFilter(new URLSearchParams(`owner=${owner}`)), 7, 5, day, 20);
    expect(asked('me')).toMatchObject({ assigneeId: 5 });
    expect(asked('nobody')).toMatchObject({ unassigned: 'true' });
    expect(asked('somebody')).toMatchObject({ unassigned: 'false' });
  });

  it('becomes API parameters', () => {
    const filter = readFilter(new URLSearchParams('status=processed&level=4&span=7d'));
    expect(queryOf(filter, 7, 5, 10 * day, 20)).toEqual({
      page: 1,
      pageSize: 20,
      projectId: 7,
      status: 'Confirm,FalseAlarm',
      level: '4',
      from: 3 * day,
    });
    expect(queryOf(readFilter(new URLSearchParams('span=all&project=3')), 0, 5, day, 50)).toEqual({
      page: 1,
      pageSize: 50,
      projectId: 3,
    });
    expect(groupCount({ Confirm: 2, FalseAlarm: 3, Pending: 1 }, 'processed')).toBe(5);
  });
});

describe('alert list', () => {
  it('updates rows in place and counts new ones as waiting', () => {
    const shown = [
      { id: 1, status: 'Pending' },
      { id: 2, status: 'Pending' },
    ];
    const fresh = [
      { id: 3, status: 'Pending' },
      { id: 1, status: 'Confirm' },
    ];
    expect(mergeFresh(shown, fresh)).toEqual({
      rows: [
        { id: 1, status: 'Confirm' },
        { id: 2, status: 'Pending' },
      ],
      waiting: 1,
    });
  });

  it('finds rows that have left the page', () => {
    expect(leftOut([{ id: 1 }, { id: 2 }, { id: 3 }], [{ id: 3 }, { id: 4 }])).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('moves by keyboard and stops at both ends', () => {
    const rows = [{ id: 5 }, { id: 6 }, { id: 7 }];
    expect(neighbor(rows, null, 1)).toBe(5);
    expect(neighbor(rows, 5, 1)).toBe(6);
    expect(neighbor(rows, 7, 1)).toBe(7);
    expect(neighbor(rows, 5, -1)).toBe(5);
    expect(neighbor([], 5, 1)).toBeNull();
  });
});

describe('alert history', () => {
  it('covers the days before and the whole episode', () => {
    const { start, end } = excerptRange({ opened: 100 * day, ended: 103 * day }, 200 * day);
    expect(start).toBe(97 * day);
    expect(end).toBe(103.5 * day);
    expect(excerptRange({ opened: 100 * day, ended: 0 }, 101 * day).end).toBe(101 * day);
  });

  it('finds the peak on the side of the alert', () => {
    const alert = { opened: 2, ended: 5, value: -1, side: 'upper' };
    expect(
      peakOf(
        [
          [1, -9],
          [2, -1],
          [3, -1.4],
          [4, null],
          [6, -3],
        ],
        alert,
      ),
    ).toBe(-1.4);
    expect(peakOf([[3, 7]], { ...alert, value: 5, ended: 0 })).toBe(7);
    expect(peakOf([[3, 380]], { ...alert, value: 400, side: 'lower', ended: 0 })).toBe(380);
  });

  it('finds the threshold that raised it', () => {
    const limits = { blue: 1, yellow: null, orange: null, red: null, enable: true };
    const list = [
      { ...limits, field: 'x', valueType: 'rate' as const },
      { ...limits, field: 'x', valueType: 'accumulated' as const },
    ];
    expect(thresholdFor(list, { field: 'x', valueType: 'accumulated' })).toBe(list[1]);
    expect(thresholdFor(list, { field: 'y', valueType: 'rate' })).toBeNull();
  });
});
