import {
  aligned,
  between,
  deviation,
  isDoubtful,
  isFixedAtTop,
  perDay,
  remarksOf,
  type Survey,
  type SurveyNode,
  stations,
  surveyRow,
  surveysTable,
} from './surveys';
import { csvText } from './table';

const day = 86_400_000;
const quality = { mean: 16, scatter: 3, doubtful: false, oneDirection: 0 };
const none = [null, null, null, null];
const node = (no: number, x: number | null, readings: (number | null)[] = none): SurveyNode => ({
  ...{ no, depth: no * 0.5, readings, sent: readings, x, y: null, dx: x, dy: null },
  checksumA: readings[0] == null || readings[1] == null ? null : readings[0] + readings[1],
  checksumB: null,
});
const survey = (time: number, nodes: SurveyNode[]): Survey => ({
  ...{
    time,
    name: '',
    operator: '',
    file: '',
    nodes,
    flags: [],
    count: nodes.length,
    from: 0.5,
    to: 1,
    amendments: [],
    withdrawals: [],
    casing: [],
  },
  a: quality,
  b: { ...quality, mean: null },
});

describe('surveys of a casing', () => {
  // formulas.md section 10: A0 = 1254, A180 = −1238 have the checksum 16 and 24.92 mm.
  const one = survey(day, [node(0, 24.92), node(1, 0, [1254, -1238, null, null])]);

  it('have stations with checksums, and the collar has none', () => {
    expect(stations(one).map(({ no }) => no)).toEqual([1]);
    expect(deviation(one, stations(one)[0] as SurveyNode, 'a')).toBe(0);
    expect(deviation(one, stations(one)[0] as SurveyNode, 'b')).toBeNull();
    expect(isDoubtful(one)).toBe(false);
    expect(isDoubtful({ ...one, b: { ...quality, doubtful: true } })).toBe(true);
  });

  it('have remarks that name what makes them worse', () => {
    expect(remarksOf(one)).toEqual([]);
    const bad = {
      ...one,
      withdrawals: [{} as never],
      b: { ...quality, doubtful: true, oneDirection: 3 },
      amendments: [{} as never],
    };
    expect(remarksOf(bad)).toEqual(['withdrawn', 'doubtful', 'oneDirection', 'amended']);
  });

  it('know their fixed end by the shape', () => {
    expect(isFixedAtTop(one)).toBe(false);
    expect(isFixedAtTop(survey(0, [node(0, 0), node(1, 3)]))).toBe(true);
    expect(isFixedAtTop(survey(0, [node(0, null)]))).toBe(false);
  });

  it('are compared as they are if they reach equally far', () => {
    const later = surveyRow(survey(2 * day, [node(0, 7), node(1, 4), node(2, 1)]), 'change');
    const earlier = surveyRow(survey(day, [node(0, 3), node(1, 2), node(2, 0)]), 'change');
    expect(between(later, earlier, false).nodes.map(({ values }) => values.x)).toEqual([4, 2, 1]);
    expect(perDay(between(later, earlier, false), 0).nodes[0]?.values.x).toBe(2);
    expect(perDay(later, later.t).nodes[0]?.values.x).toBeNull();
  });

  it('are aligned at the fixed end that both have', () => {
    const later = surveyRow(survey(2 * day, [node(0, 7), node(1, 4), node(2, 0)]), 'change');
    const short = surveyRow(survey(day, [node(0, 3), node(1, 0), node(2, null)]), 'change');
    expect(between(later, short, false).nodes.map(({ values }) => values.x)).toEqual([0, 0, null]);
    expect(between(short, later, false).nodes.map(({ values }) => values.x)).toEqual([0, 0, null]);
  });

  it('have shapes that begin where the longest one is', () => {
    const long = surveyRow(survey(day, [node(0, 9), node(1, 4), node(2, 0)]), 'shape');
    const short = surveyRow(survey(2 * day, [node(0, 6), node(1, 0), node(2, null)]), 'shape');
    const values = aligned([short, long], false).map(({ nodes }) => nodes.map((one) => one.values.x));
    expect(values).toEqual([
      [10, 4, null],
      [9, 4, 0],
    ]);
  });

  it('are saved with a line for each station', () => {
    const rows = surveysTable(
      [one],
      {
        ...{ time: 'Time', depth: 'Depth', readings: ['A0', 'A180', 'B0', 'B180'], checksums: ['sum A', 'sum B'] },
        ...{ shape: ['x', 'y'], change: ['dx', 'dy'], remarks: 'Remarks' },
      },
      String,
      () => 'a, b',
    );
    expect(csvText(rows)).toBe(
      '\uFEFFTime,Depth,A0,A180,B0,B180,sum A,sum B,x,y,dx,dy,Remarks\r\n86400000,0.5,1254,-1238,,,16,,0,,0,,"a, b"\r\n',
    );
  });
});
