import { screen } from '@testing-library/react';
import { Button } from 'antd';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/test/render';
import { LimitedInput, Limits, useLimits } from './limited';

const send = vi.fn();

function Sending() {
  const [text, setText] = useState('');
  const limits = useLimits();
  return (
    <>
      <Limits of={limits}>
        <LimitedInput max={5} aria-label="Section" value={text} onChange={(event) => setText(event.target.value)} />
      </Limits>
      <Button disabled={limits.any} onClick={() => send(text)}>
        Send
      </Button>
    </>
  );
}

it('keeps pasted text whole, shows the limit and disables sending until it fits', async () => {
  const { user } = await renderWithProviders(<Sending />, { language: 'en' });
  const field = screen.getByLabelText('Section');
  await user.click(field);
  await user.paste('GP-0001');
  expect(field).toHaveValue('GP-0001');
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 5 characters, currently 7');
  expect(field).toHaveAccessibleDescription('At most 5 characters, currently 7');
  await user.click(screen.getByText('Send'));
  expect(send).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'GP-00');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByText('Send'));
  expect(send).toHaveBeenCalledWith('GP-00');
});
