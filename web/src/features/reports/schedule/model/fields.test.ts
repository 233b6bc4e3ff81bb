import { describe, expect, it } from 'vitest';
import type { Schedule } from '../queries';
import { bodyOf, formOf } from './fields';

const stored = {
  name: 'Daily',
  kind: 'day',
  enabled: false,
  language: 'zh-TW',
  title: 'K12',
  measuringPointIds: [7],
  conclusion: 'All is well.',
  templateId: 12,
  makeMinute: 500,
  waitMinute: -1,
  missed: 'all',
  accountIds: [3],
  emailList: ['a@example.com'],
  deliver: 'link',
  files: 'all',
  drafts: true,
} as unknown as Schedule;

describe('fields of a schedule', () => {
  it('come back from the form as they were, with what the form does not show', () => {
    const body = bodyOf(formOf(stored, 'en'), stored);
    expect(body).toEqual({ ...stored, working: '', advice: '' });
  });

  it('have paper and curves only without a template', () => {
    const own = bodyOf(
      formOf({ ...stored, templateId: undefined, curves: -1, paper: 'A3' } as Schedule, 'en'),
      undefined,
    );
    expect(own).toMatchObject({ paper: 'A3', landscape: false, curves: -1 });
    expect(bodyOf(formOf(stored, 'en'), stored)).not.toHaveProperty('paper');
  });

  it('choose everything where nothing is chosen', () => {
    const body = bodyOf({ ...formOf(undefined, 'en'), name: 'New', template: 'shipped:pit' }, undefined);
    expect(body).toMatchObject({ shipped: 'pit', enabled: true, waitMinute: 630, language: 'en' });
    expect(body).not.toHaveProperty('structureIds');
    expect(body).not.toHaveProperty('templateId');
    expect(body).not.toHaveProperty('title');
  });
});
