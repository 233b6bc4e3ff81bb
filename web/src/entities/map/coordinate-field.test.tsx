import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderWithProviders } from '@/test/render';
import { CoordinateField } from './coordinate-field';

function Field({ onDegrees }: { onDegrees: (degrees: number | null) => void }) {
  const [value, setValue] = useState<number | null>(-70.5);
  return (
    <>
      <CoordinateField
        axis="longitude"
        label="longitude"
        value={value}
        onChange={(degrees) => {
          setValue(degrees);
          onDegrees(degrees);
        }}
      />
      <button type="button" onClick={() => setValue(116.25)}>
        from the map
      </button>
    </>
  );
}

test('shows a coordinate, accepts a typed one and takes one from the map', async () => {
  const onDegrees = vi.fn();
  const { user } = await renderWithProviders(<Field onDegrees={onDegrees} />);
  const input = screen.getByRole('textbox', { name: 'longitude' });
  expect(input).toHaveValue('070:30:00.000000W');
  await user.clear(input);
  expect(onDegrees).toHaveBeenLastCalledWith(null);
  await user.type(input, '110:25:30.5E');
  expect(onDegrees).toHaveBeenLastCalledWith(110 + 25 / 60 + 30.5 / 3600);
  expect(input).toHaveValue('110:25:30.5E');
  await user.tab();
  expect(input).toHaveValue('110:25:30.500000E');
  await user.clear(input);
  await user.type(input, 'east of here');
  expect(onDegrees).toHaveBeenLastCalledWith(Number.NaN);
  await user.click(screen.getByRole('button', { name: 'from the map' }));
  expect(input).toHaveValue('116:15:00.000000E');
});
