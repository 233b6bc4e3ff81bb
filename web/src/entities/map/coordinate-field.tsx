import { Input } from 'antd';
import { useState } from 'react';
import { type Axis, formatCoordinate, parseCoordinate } from './coordinate';

interface Props {
  axis: Axis;
  /** Degrees; NaN while the text is not a coordinate. */
  value?: number | null | undefined;
  onChange?: (degrees: number | null) => void;
  id?: string;
  label?: string;
  disabled?: boolean;
}

const samples = { longitude: '116:23:29.220000E', latitude: '39:54:26.370000N' };

/** A longitude or latitude in degrees, minutes and seconds, as the specification writes it. */
export function CoordinateField({ axis, value, onChange, label, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const known = typeof value === 'number' && !Number.isNaN(value) ? formatCoordinate(value, axis) : '';
  // The typed text stays while it means the value; a value from elsewhere (map, reset) replaces it.
  const stands = typed !== undefined && Object.is(meaning(typed, axis) ?? null, value ?? null);
  return (
    <Input
      {...rest}
      {...(label ? { 'aria-label': label } : {})}
      value={stands ? typed : known}
      placeholder={samples[axis]}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange?.(meaning(event.target.value, axis));
      }}
      onBlur={() => !Number.isNaN(value) && setTyped(undefined)}
    />
  );
}

/** Parses degrees: null for an empty text, NaN for anything that is not a coordinate. */
function meaning(text: string, axis: Axis): number | null {
  return text.trim() === '' ? null : (parseCoordinate(text, axis) ?? Number.NaN);
}
