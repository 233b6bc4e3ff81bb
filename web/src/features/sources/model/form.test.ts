import { describe, expect, it } from 'vitest';
import type { DataSource, Mapping } from '../queries';
import { bodyOf, formOf, mappingForm, mappingOf } from './form';

const mapping: Mapping = {
  rows: 'data',
  success: { path: 'code', is: ['0'] },
  device: 'sn',
  time: { path: 't', format: 'ms' },
  values: [{ path: 'x', field: 'x' }],
};

describe('the form of a source', () => {
  it('keeps a mapping as it is', () => {
    expect(mappingOf(mappingForm(mapping))).toEqual(mapping);
    const { device: _, ...own } = mapping;
    expect(mappingOf(mappingForm(own))).toEqual(own);
  });

  it('sends no mapping while nothing is mapped', () => {
    expect(bodyOf({ ...formOf(undefined), name: 'cloud' }).mapping).toBeUndefined();
  });

  it('keeps secrets whose field stays empty, and sends those that were entered', () => {
    const source = { name: 'a', kind: 'pull', enabled: true, deviceIds: [1], settings: {}, secrets: ['token'] };
    const form = formOf(source as unknown as DataSource);
    expect(bodyOf(form).secrets).toEqual([{ name: 'token' }]);
    form.secrets = [{ name: 'token', value: 'new' }, { name: '' }];
    expect(bodyOf(form).secrets).toEqual([{ name: 'token', value: 'new' }]);
  });

  it('sends the settings of its kind only', () => {
    const form = formOf(undefined);
    form.kind = 'upload';
    form.settings.files = { layout: {} as never };
    expect(Object.keys(bodyOf(form).settings)).toEqual(['files']);
  });
});
