import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from '@testing-library/react';
import { Button, Checkbox, Input, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { renderWithProviders } from '@/test/render';
import { Dialog } from './dialog';

const cases: [string, ReactNode, { danger?: boolean; footer?: null }, string][] = [
  ['its first field', [<Input key="a" aria-label="first" />, <Input key="b" aria-label="second" />], {}, 'first'],
  ['the first enabled field', [<Input key="a" disabled />, <Checkbox key="b">first</Checkbox>], {}, 'first'],
  ['the selected option', <Segmented key="a" options={['one', 'two']} defaultValue="two" />, {}, 'two'],
  ['the confirm button if there are no fields', 'It goes on.', {}, 'Do it'],
  ['the cancel button if confirming cannot be undone', 'It is gone.', { danger: true }, 'Leave it'],
  ['a button in its body', <Button key="a">Go</Button>, { footer: null }, 'Go'],
];

test.each(cases)('opens with the focus on %s', async (_, children, { danger, footer }, name) => {
  await renderWithProviders(
    <Dialog
      open
      title="Title"
      okText="Do it"
      cancelText="Leave it"
      okButtonProps={{ danger: danger === true }}
      {...(footer === null ? { footer } : {})}
    >
      {children}
    </Dialog>,
  );
  const held = () => document.activeElement;
  const label = () => held()?.getAttribute('aria-label') ?? held()?.closest('label')?.textContent;
  await waitFor(() => expect(label() ?? held()?.textContent).toBe(name));
});

test('every dialog uses this component', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test)\.tsx$/.test(name),
  );
  const others = files.filter((name) => /<Modal\b/.test(readFileSync(`src/${name}`, 'utf8')));
  expect(others).toEqual(['ui/dialog.tsx']);
});
