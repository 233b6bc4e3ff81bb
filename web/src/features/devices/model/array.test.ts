import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { ArrayCalibration } from '../admi-queries';
import type { CalibrationFile } from '../care-queries';
import { arrayFiles, portChoices, portState } from './array';

const port = (name: string, inUse = false) => ({ name, description: name === 'COM3' ? 'USB' : '', inUse });
const t = ((key: string) => key) as unknown as TFunction<['array', 'devices', 'common']>;

describe('portState', () => {
  it('says own of the port of the array, even while the service itself uses it', () => {
    expect(portState(port('COM3', true), 'COM3')).toBe('own');
    expect(portState(port('COM4', true), 'COM3')).toBe('inUse');
    expect(portState(port('COM4'), 'COM3')).toBe('free');
  });
});

describe('portChoices', () => {
  it('describes each port and what uses it', () => {
    expect(portChoices([port('COM3'), port('COM4', true)], '', t)).toEqual([
      { value: 'COM3', label: 'COM3 · USB' },
      { value: 'COM4', label: 'COM4 · portStates.inUse' },
    ]);
  });

  it('keeps the chosen port that the machine does not have any more', () => {
    expect(portChoices([port('COM4')], 'COM9', t)[0]).toEqual({ value: 'COM9', label: 'COM9 · portStates.gone' });
  });
});

describe('arrayFiles', () => {
  const sent = (filename: string, uploaded: ArrayCalibration['uploaded']): ArrayCalibration => ({
    ...{ filename, uploaded, size: 10, sha256: '', storedAt: 1, used: false, usedSince: 0 },
  });
  const kept = (filename: string) => ({ filename, size: 20 }) as CalibrationFile;

  it('offers to send what the service lacks or has in another form', () => {
    const list = arrayFiles([sent('a', 'same'), sent('b', 'other'), sent('c', 'none')], ['a', 'b', 'd'].map(kept));
    expect(list.map((one) => [one.filename, one.size, one.sent !== undefined, one.sendable])).toEqual([
      ['a', 10, true, false],
      ['b', 10, true, true],
      ['c', 10, true, false],
      ['d', 20, false, true],
    ]);
  });
});
