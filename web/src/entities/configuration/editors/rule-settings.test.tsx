import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { fieldTaken, type Rule, RuleSettings, type Setting } from './rule-settings';

const label = (text: string) => ({ zh: `${text}-zh`, en: `${text}-en`, 'zh-TW': `${text}-tw` });
const setting = (name: string, kind: Setting['kind'], more: Partial<Setting> = {}): Setting => ({
  ...{ name, kind, label: label(name), unit: '', min: null, max: null, default: null, choices: [] },
  ...{ required: false, fromDevice: false, ...more },
});
const picks = (...codes: string[]) => codes.map((code) => ({ code, label: label(code) }));

/** Every kind of setting. */
const settings: Setting[] = [
  setting('scale', 'number', { unit: 'mm', default: 1 }),
  setting('dir', 'number', { choices: picks('1', '-1'), default: -1 }),
  setting('input', 'choice', { choices: picks('angle', 'slope') }),
  setting('each', 'boolean', { choices: picks('false', 'true') }),
  setting('role', 'source', { help: label('role') }),
  setting('kb', 'number', { when: { setting: 'role', values: [] } }),
  setting('length', 'number', { when: { setting: 'input', values: ['slope'] } }),
  setting('raw', 'field'),
];
const place = { projectId: 0, pointId: 1 };
const plain: Rule = { computedField: 'y', formulaType: 'SYSTEM_FORMULA', sysFormula: 'X' };

function Form({ start = plain, onRule }: { start?: Rule; onRule?: (rule: Rule) => void }) {
  const [rule, setRule] = useState(start);
  return (
    <RuleSettings
      settings={settings}
      rule={rule}
      original={null}
      names={['freq', 'temp', 'role.pressure']}
      place={place}
      onChange={(next) => {
        setRule(next);
        onRule?.(next);
      }}
    />
  );
}

test.each(['zh', 'en', 'zh-TW'] as const)('every kind of setting has a control labeled in %s', async (language) => {
  const end = { zh: 'zh', en: 'en', 'zh-TW': 'tw' }[language];
  await renderWithProviders(<Form />, { language });
  expect(await screen.findByRole('spinbutton', { name: `scale-${end}` })).toBeVisible();
  expect(screen.getByText(`scale-${end} mm`)).toBeVisible();
  expect(screen.getByRole('combobox', { name: `dir-${end}` })).toBeVisible();
  expect(screen.getByText(`-1-${end}`)).toBeVisible(); // the default
  expect(screen.getByRole('combobox', { name: `input-${end}` })).toBeVisible();
  expect(screen.getByText(`angle-${end}`)).toBeVisible();
  expect(screen.getByRole('combobox', { name: `each-${end}` })).toBeVisible();
  expect(screen.getByRole('combobox', { name: `role-${end}` })).toBeVisible();
  expect(screen.getByRole('combobox', { name: `raw-${end}` })).toBeVisible();
});

test('stores numbers in params and the rest in options, and removes cleared values', async () => {
  const onRule = vi.fn();
  const { user } = await renderWithProviders(<Form onRule={onRule} />, { language: 'en' });
  const scale = await screen.findByRole('spinbutton', { name: 'scale-en' });
  await user.type(scale, '2');
  await user.click(screen.getByRole('combobox', { name: 'dir-en' }));
  await user.click(within(document.body).getByTitle('1-en'));
  await user.click(screen.getByRole('combobox', { name: 'input-en' }));
  await user.click(within(document.body).getByTitle('slope-en'));
  expect(onRule).toHaveBeenLastCalledWith({ ...plain, params: { scale: 2, dir: 1 }, options: { input: 'slope' } });
  await user.clear(scale);
  expect(onRule).toHaveBeenLastCalledWith({ ...plain, params: { dir: 1 }, options: { input: 'slope' } });
});

test('shows a setting only while it has an effect', async () => {
  const { user } = await renderWithProviders(<Form />, { language: 'en' });
  const role = await screen.findByRole('combobox', { name: 'role-en' });
  expect(screen.queryByRole('spinbutton', { name: 'kb-en' })).toBeNull();
  await user.type(role, 'P12');
  await user.click(within(document.body).getByTitle('P12'));
  expect(screen.getByRole('spinbutton', { name: 'kb-en' })).toBeVisible();
  expect(screen.queryByRole('spinbutton', { name: 'length-en' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'input-en' }));
  await user.click(within(document.body).getByTitle('slope-en'));
  expect(screen.getByRole('spinbutton', { name: 'length-en' })).toBeVisible();
});

test.each<[Rule, string]>([
  [plain, 'y'],
  [{ ...plain, options: { raw: 'freq' } }, 'freq'],
  [{ ...plain, options: { raw: 'pressure', role: 'role' } }, 'role.pressure'],
])('the rule %j takes the field %s', (rule, taken) => {
  expect(fieldTaken(settings, rule)).toBe(taken);
  expect(fieldTaken([], rule)).toBeNull();
});

test('a field with a default of the formula is taken only once it is chosen, from the main source', () => {
  const crack = [setting('field', 'field'), setting('gaugeY', 'source')];
  const rule: Rule = { ...plain, options: { gaugeY: 'P7' } };
  expect(fieldTaken(crack, rule)).toBeNull();
  expect(fieldTaken(crack, { ...rule, options: { gaugeY: 'P7', field: 'lvdt' } })).toBe('lvdt');
});

test('shows the default of a number and the help of a setting', async () => {
  const shown = [setting('rho', 'number', { default: 1.25 }), setting('weir', 'choice', { help: label('heads') })];
  await renderWithProviders(
    <RuleSettings settings={shown} rule={plain} original={null} names={[]} place={place} onChange={() => undefined} />,
    { language: 'en' },
  );
  expect(await screen.findByRole('spinbutton', { name: 'rho-en' })).toHaveAttribute('placeholder', '1.25');
  expect(screen.getByText('weir-en: heads-en')).toBeVisible();
});
