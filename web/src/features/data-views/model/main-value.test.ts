import { mainUnit, typesFrom } from './main-value';
import type { PointState } from './types';

const both = { changes: true, rates: true };

describe('main value of a point', () => {
  it('comes first among the value types of a chart', () => {
    expect(typesFrom('accumulated', both)).toEqual(['accumulated', 'observed', 'change', 'rate']);
    expect(typesFrom('observed', both)).toEqual(['observed', 'accumulated', 'change', 'rate']);
    expect(typesFrom('rate', both)).toEqual(['rate', 'observed', 'accumulated', 'change']);
  });

  it('is offered only if the field has its value type', () => {
    expect(typesFrom('accumulated', { changes: false, rates: false })).toEqual(['observed']);
    expect(typesFrom('rate', { changes: true, rates: false })).toEqual(['observed', 'accumulated', 'change']);
  });

  it('has the unit of its value type', () => {
    const field = { unit: 'mm' } as PointState['field'];
    expect(mainUnit({ main: 'rate', field })).toBe('mm/d');
    expect(mainUnit({ main: 'accumulated', field })).toBe('mm');
    expect(mainUnit({ main: 'rate', field: null })).toBe('');
  });
});
