import {
  addLines,
  draftOf,
  fillDown,
  hasContent,
  merged,
  nextName,
  ownErrors,
  type PointLine,
  pasteInto,
  series,
  serverErrors,
  typed,
  unreadAfter,
  withDevices,
} from './grid';

const line: PointLine = {
  key: 1,
  name: 'P-1',
  kind: 'normal',
  measurement: 'Crack',
  category: 'Crack',
  deviceId: 7,
  deviceNo: '',
  channelNo: 3,
  sources: [],
};
const say = {
  empty: 'empty',
  tooLong: 'long',
  duplicate: 'twice',
  noDevice: null,
  unread: (word: string) => `what is ${word}`,
};
const words = {
  kind: (word: string) =>
    word === '临时测点' ? ('temporary' as const) : word === '虚拟测点' ? ('virtual' as const) : null,
  measurement: (word: string) => (word === '裂缝' ? 'Crack' : null),
  category: (word: string) => (word === 'Crack meter' ? 'Crack' : null),
};

describe('point grid', () => {
  it('increments names', () => {
    expect(nextName('P-09')).toBe('P-10');
    expect(nextName('SW-099')).toBe('SW-100');
    expect(nextName('裂缝')).toBe('裂缝2');
    expect(nextName('')).toBe('');
  });

  it('continues names and channels from the last line', () => {
    expect(addLines([line], 2).map((l) => [l.key, l.name, l.deviceId, l.channelNo])).toEqual([
      [1, 'P-1', 7, 3],
      [2, 'P-2', 7, 4],
      [3, 'P-3', 7, 5],
    ]);
    expect(addLines([{ ...line, channelNo: 0 }], 1)[1]).toMatchObject({ deviceId: 0, channelNo: 0 });
    expect(addLines([], 1).length).toBe(1);
    expect(addLines([line], 5000).length).toBe(1000);
  });

  it('parses a series of names', () => {
    expect(series('A-01 … A-40')).toHaveLength(40);
    expect(series('A-01…A-03')).toEqual(['A-01', 'A-02', 'A-03']);
    expect(series('测点8 至 10')).toEqual(['测点8', '测点9', '测点10']);
    expect(series('A-1..A-2')).toEqual(['A-1', 'A-2']);
    expect(series('A-01 … B-40')).toBeNull();
    expect(series('A-40 … A-01')).toBeNull();
    expect(series('A-01')).toBeNull();
  });

  it('pastes spreadsheet cells to the right and down', () => {
    const blank = addLines([], 1);
    const filled = pasteInto(
      blank,
      0,
      'name',
      'C-1\t裂缝\tCrack meter\tSN-1\t5\nC-2\t裂缝\tCrack meter\tSN-2\t6\n',
      words,
    );
    expect(filled.map((l) => [l.name, l.measurement, l.category, l.deviceNo, l.channelNo])).toEqual([
      ['C-1', 'Crack', 'Crack', 'SN-1', 5],
      ['C-2', 'Crack', 'Crack', 'SN-2', 6],
    ]);
    expect(new Set(filled.map((l) => l.key)).size).toBe(2);
    expect(pasteInto([line], 0, 'name', 'A-01 … A-40', words).map((l) => l.name)).toHaveLength(40);
    expect(pasteInto([line, line], 1, 'channelNo', '9', words).map((l) => l.channelNo)).toEqual([3, 9]);
  });

  it('reads the kind after the name and reports unknown words', () => {
    const [temporary, virtual, odd] = pasteInto(
      addLines([], 1),
      0,
      'name',
      '"T\n1"\t临时测点\t裂缝\tCrack meter\tSN-1\t5\nV-1\t虚拟测点\t裂缝\nO-1\tcrakc\tCrack meter\tSN-2\tfive',
      words,
    );
    expect(temporary).toMatchObject({
      name: 'T 1',
      kind: 'temporary',
      measurement: 'Crack',
      category: 'Crack',
      channelNo: 5,
    });
    expect(virtual).toMatchObject({ name: 'V-1', kind: 'virtual', measurement: 'Crack', category: '' });
    expect(odd).toMatchObject({ unread: { measurement: 'crakc', channelNo: 'five' } });
    if (!odd) return;
    expect(ownErrors([odd], say).get(0)).toEqual({ measurement: 'what is crakc', channelNo: 'what is five' });
    expect(unreadAfter(odd, { measurement: 'Crack' })).toEqual({ channelNo: 'five' });
    expect(unreadAfter({ ...odd, unread: { device: 'x' } }, { deviceId: 4 })).toEqual({});
  });

  it('fills down from a cell: names and channels increment, the rest repeats', () => {
    const lines = [
      line,
      { ...line, key: 2, name: '', measurement: '', category: '', channelNo: 0 },
      { ...line, key: 3, kind: 'virtual' as const },
    ];
    expect(fillDown(lines, 0, 'name').map((l) => l.name)).toEqual(['P-1', 'P-2', 'P-3']);
    expect(fillDown(lines, 0, 'channelNo').map((l) => l.channelNo)).toEqual([3, 4, 3]);
    expect(fillDown(lines, 0, 'measurement')[1]).toMatchObject({ measurement: 'Crack', category: 'Crack' });
    expect(fillDown(lines, 1, 'name')[0]).toBe(line);
    expect([hasContent(lines), hasContent(addLines([], 3))]).toEqual([true, false]);
  });

  it('resolves pasted devices by serial number or unique name and reports the rest', () => {
    const pasted = ['SN-1', '裂缝计', '同名', 'SN-9', ''].map((deviceNo, i) => ({
      ...{ ...line, key: i, name: `P-${i}`, deviceNo, deviceId: deviceNo ? 0 : 7 },
    }));
    const devices = [
      { id: 1, name: '同名', sncode: 'SN-1' },
      { id: 2, name: '裂缝计', sncode: 'SN-2' },
      { id: 3, name: '同名', sncode: 'SN-3' },
    ];
    const lines = withDevices(pasted, devices);
    expect(lines.map((l) => l.deviceId)).toEqual([1, 2, 0, 0, 7]);
    expect(ownErrors(lines, say)).toEqual(new Map());
    const none = { device: 'no device' };
    expect([...ownErrors(lines, { ...say, noDevice: 'no device' })]).toEqual([
      [2, none],
      [3, none],
    ]);
  });

  it('validates while typing, except for empty lines', () => {
    const long = { ...line, name: '一二三四五六七八九十一二三四五六七八九十一' };
    const errors = ownErrors([line, { ...line, category: '' }, long, ...addLines([], 1)], say);
    expect([...errors]).toEqual([
      [1, { name: 'twice', category: 'empty' }],
      [2, { name: 'long' }],
    ]);
    expect(ownErrors([{ ...line, kind: 'composite', category: '' }], say).get(0)).toEqual({ sources: 'empty' });
  });

  it('maps server errors to cells, skipping lines that were not sent', () => {
    const sent = typed([line, { ...line, name: ' ' }, line]);
    expect(sent).toEqual([0, 2]);
    const errors = serverErrors(
      {
        'points[1].name': 'used',
        'points[1].config[0].value.sources[0].channelNo': 'taken',
        'points[0].category': 'wrong',
        'points[0].config[0].value.sources[1].pointId': 'repeated',
        points: 'many',
      },
      sent,
    );
    expect(errors.get(2)).toEqual({ name: 'used', channelNo: 'taken' });
    expect(errors.get(0)).toEqual({ category: 'wrong', sources: 'repeated' });
    expect(merged(new Map([[2, { name: 'own' }]]), errors).get(2)).toEqual({ name: 'own', channelNo: 'taken' });
  });

  it('builds the API request of a line', () => {
    expect(draftOf(line, 4, { mainField: 'width', accumulates: false })).toEqual({
      name: 'P-1',
      itemId: 4,
      type: 'normal',
      measurement: 'Crack',
      category: 'Crack',
      config: [{ aspect: 'binding', validFrom: 0, value: { sources: [{ role: 'main', deviceId: 7, channelNo: 3 }] } }],
    });
    const measured = { mainField: 'width', accumulates: true };
    const composite = draftOf({ ...line, kind: 'composite', sources: [11, 12] }, 0, measured);
    expect(composite.category).toBe('Composite');
    expect(composite.config?.[0]?.value).toEqual({
      sources: [
        { role: 'main', pointId: 11 },
        { role: 'sub2', pointId: 12 },
      ],
    });
    expect(composite.config?.[1]?.value).toEqual({
      rules: [{ computedField: 'width', formulaType: 'CUSTOM_FORMULA', formula: '(width + P12.width) / 2' }],
    });
    expect(composite.config?.map((part) => part.aspect)).toEqual(['binding', 'formula', 'initial']);
    const byHand = draftOf({ ...line, kind: 'artificial', deviceId: 0 }, 0, measured).config;
    expect(byHand).toEqual([{ aspect: 'initial', validFrom: 0, value: { mode: 'auto', time: 0, count: 3 } }]);
    expect(draftOf({ ...line, kind: 'virtual', deviceId: 0 }, 0, measured).config).toBeUndefined();
  });
});
