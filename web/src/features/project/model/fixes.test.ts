import { describe, expect, it } from 'vitest';
import { type Fix, fixPath, type UnprotectedPoint, unprotectedPath } from './fixes';

const point = { structureId: 7, itemId: 0, measuringPointId: 30, deviceId: 12 } as UnprotectedPoint;

describe('link to the fix of an unprotected point', () => {
  const console = '/projects/2/console/structures/7/items/0/mps/30?tab=';
  it.each<[Fix, string]>([
    ['bindDevice', `${console}binding`],
    ['setFormula', `${console}formula`],
    ['setThreshold', `${console}thresholds`],
    ['enableThreshold', `${console}thresholds`],
    ['setInitialValue', `${console}initial`],
    ['viewDevice', '/projects/2/devices?device=12'],
    ['viewData', '/projects/2/monitor-new/structures/7/mps/30'],
  ])('%s is %s', (fix, path) => expect(fixPath(2, point, fix)).toBe(path));

  it('is the device list if no device feeds the point', () => {
    expect(fixPath(2, { ...point, deviceId: 0 }, 'viewDevice')).toBe('/projects/2/devices');
  });

  it('can lead to the list of a project or a structure', () => {
    expect(unprotectedPath(2)).toBe('/dashboard/project/2/unprotected');
    expect(unprotectedPath(2, 7, 'partlyJudged')).toBe(
      '/dashboard/project/2/unprotected?structure=7&reason=partlyJudged',
    );
  });
});
