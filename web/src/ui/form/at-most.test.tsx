import { screen } from '@testing-library/react';
import { Button, Form, Input } from 'antd';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { atMost, counted } from './at-most';

const save = vi.fn();

async function draw() {
  save.mockClear();
  const { user } = await renderWithProviders(
    <Form onFinish={save} initialValues={{ name: '' }}>
      <Form.Item name="name" label="Name" rules={[atMost(5)]}>
        <Input count={counted(5)} />
      </Form.Item>
      <Button htmlType="submit">Save</Button>
    </Form>,
  );
  const paste = async (text: string) => {
    await user.click(screen.getByLabelText('Name'));
    await user.paste(text);
  };
  return { user, paste };
}

it('keeps pasted text whole and shows the limit at the field', async () => {
  const { user, paste } = await draw();
  await paste('GP-0001');
  expect(screen.getByLabelText('Name')).toHaveValue('GP-0001');
  expect(screen.getByText('7 / 5')).toBeInTheDocument();
  expect(await screen.findByText(/5/, { selector: '.ant-form-item-explain-error' })).toBeInTheDocument();
  await user.click(screen.getByText('Save'));
  expect(save).not.toHaveBeenCalled();
});

it('counts characters, not UTF-16 units or surrounding spaces', async () => {
  const { user, paste } = await draw();
  await paste('  𠮷田桥墩𠮷 ');
  expect(screen.getByText('5 / 5')).toBeInTheDocument();
  await user.click(screen.getByText('Save'));
  await vi.waitFor(() => expect(save).toHaveBeenCalled());
});

it('replaces maxLength everywhere, which cuts pasted text silently', () => {
  const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const cutting = Object.entries(sources).filter(([, text]) => /\bmaxLength=/.test(text));
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(cutting.map(([path]) => path)).toEqual([]);
});
