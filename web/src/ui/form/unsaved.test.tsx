import { screen, waitFor } from '@testing-library/react';
import { Drawer, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, it } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { Unsaved, useUnsaved } from './unsaved';
import { useFormChanged } from './use-form-changed';

const start = { name: 'P1', tags: ['a'], place: null };

function Editor({ onSaved }: { onSaved?: () => void }) {
  const [form] = Form.useForm<typeof start>();
  const unsaved = useUnsaved(useFormChanged(form, start));
  const saved = () => {
    unsaved.saved();
    onSaved?.();
  };
  return (
    <Form form={form} initialValues={start} onFinish={saved}>
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
      <button type="submit">Save</button>
    </Form>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  const drawer = useUnsaved(false, ['device', 'tab']);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="?tab=health">Other tab</Link>
      <Link to="?q=12">Search</Link>
      <Drawer open={open} destroyOnHidden onClose={() => drawer.leave(close)}>
        <Unsaved of={drawer}>
          <Editor onSaved={close} />
        </Unsaved>
      </Drawer>
    </>
  );
}

async function draw() {
  const drawn = await renderWithProviders(<Page />, {
    path: '/page',
    route: '/page',
    routes: [{ path: '/elsewhere', element: <p>Elsewhere it is</p> }],
    language: 'en',
  });
  await drawn.user.click(screen.getByText('Open'));
  return drawn;
}

it('does not ask if nothing changed or a change was reverted', async () => {
  const { user } = await draw();
  await user.type(await screen.findByLabelText('Name'), '2{Backspace}');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  await user.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Elsewhere it is')).toBeInTheDocument();
});

it('asks before closing a drawer with changes, and keeps them if the user stays', async () => {
  const { user } = await draw();
  await user.type(await screen.findByLabelText('Name'), '2');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByText('Keep editing'));
  expect(screen.getByLabelText('Name')).toHaveValue('P12');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByText('Discard changes'));
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
});

it('asks before leaving for another page or tab, but not if the form stays open', async () => {
  const { user, location } = await draw();
  await user.type(await screen.findByLabelText('Name'), '2');
  await user.click(screen.getByText('Search'));
  expect(location()).toBe('/page?q=12');
  await user.click(screen.getByText('Other tab'));
  await user.click(await screen.findByText('Keep editing'));
  expect(location()).toBe('/page?q=12');
  await user.click(screen.getByText('Elsewhere'));
  await user.click(await screen.findByText('Discard changes'));
  expect(await screen.findByText('Elsewhere it is')).toBeInTheDocument();
});

it('blocks closing the browser until the changes are saved, then asks no more', async () => {
  const { user } = await draw();
  await user.type(await screen.findByLabelText('Name'), '2');
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(true);
  await user.click(screen.getByText('Save'));
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  expect(closing()).toBe(false);
  await user.click(screen.getByText('Elsewhere'));
  expect(await screen.findByText('Elsewhere it is')).toBeInTheDocument();
});
