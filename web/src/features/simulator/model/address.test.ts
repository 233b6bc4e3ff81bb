import { type Asked, readAsked, writeAsked } from './address';

test('the state of the page is its address', () => {
  const search = new URLSearchParams(
    'field=x&type=rate&days=365&draft=[[1]]&against=7&scope=structure&batch=4711&other=1',
  );
  const asked: Asked = {
    ...{ quantity: { field: 'x', valueType: 'rate' }, span: 365, draft: '[[1]]', against: 7 },
    ...{ wide: true, batch: 4711 },
  };
  expect(readAsked(search)).toEqual(asked);
  expect(readAsked(writeAsked(new URLSearchParams(), asked))).toEqual(asked);
  expect(writeAsked(search, { draft: '', against: 0, span: 90, wide: false, batch: 0 }).toString()).toBe(
    'field=x&type=rate&other=1',
  );
});

test('what an address cannot mean is left out', () => {
  for (const text of ['type=raw&field=x&days=3&against=-1', 'batch=x&scope=world', 'batch=-3'])
    expect(readAsked(new URLSearchParams(text))).toEqual({
      ...{ quantity: null, span: 90, draft: '', against: 0, wide: false, batch: 0 },
    });
});
