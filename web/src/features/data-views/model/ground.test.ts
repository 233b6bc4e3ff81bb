import { describe, expect, it } from 'vitest';
import { groundOf } from './ground';

const layers = [
  { name: 'clay', from: 3, to: 8 },
  { name: 'fill', from: 0, to: 3 },
];
const stages = [
  { name: 'second', depth: 6, date: 2000 },
  { name: 'first', depth: 3, date: 1000 },
  { name: 'third', depth: 9, date: 0 },
];

describe('profile ground', () => {
  it('shows the excavation as it was at the time of the reading', () => {
    const at = (time: number) => groundOf({ soilLayers: layers, stages, pitDepthH: 12 }, time, 'pit')?.levels;
    expect(at(500)).toEqual([]);
    expect(at(1500)).toEqual([{ name: 'first', depth: 3 }]);
    expect(at(2500)).toEqual([{ name: 'second', depth: 6 }]);
  });

  it('shows the final depth if no stage is dated, and marked depths', () => {
    const ground = groundOf({ pitDepthH: 12, marks: [{ name: 'toe', depth: 20 }] }, 1, 'pit');
    expect(ground).toEqual({
      layers: [],
      levels: [
        { name: 'pit', depth: 12 },
        { name: 'toe', depth: 20 },
      ],
    });
  });

  it('lists layers from the top down, and is null if nothing is known', () => {
    expect(groundOf({ soilLayers: layers }, 1, 'pit')?.layers.map((layer) => layer.name)).toEqual(['fill', 'clay']);
    expect(groundOf({}, 1, 'pit')).toBeNull();
  });
});
