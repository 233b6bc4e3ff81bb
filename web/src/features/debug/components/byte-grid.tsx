import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '@/ui/theme/theme-store';
import { chartPalette } from '@/ui/theme/tokens';
import styles from '../bench.module.css';
import { asciiOf, differences, hexPair, partsOfBytes } from '../model/bytes';
import type { FramePart } from '../queries';

/** Colours of the palette by kind of part: what belongs together looks alike. */
const kindColors: Record<FramePart['kind'], number> = {
  ...{ identity: 6, control: 7, framing: 10, value: 0, time: 4, check: 2, other: 9 },
};

export function useKindColor(): (kind: FramePart['kind']) => string {
  const palette = chartPalette[useTheme()];
  return (kind) => palette[kindColors[kind]] ?? 'currentColor';
}

/** What is marked in a frame: by click, and under the pointer. */
export interface Marked {
  chosen: number;
  hovered: number;
  choose: (part: number) => void;
  hover: (part: number) => void;
}

/** Longer frames show their beginning: the rest has no new kind of field. */
const mostBytes = 2048;
const width = 16;
const columns = Array.from({ length: width }, (_, i) => i);

interface Props {
  bytes: Uint8Array;
  parts: readonly FramePart[];
  marked: Marked;
  /** An earlier frame, to mark what differs. */
  before?: Uint8Array | undefined;
}

/** Bytes in rows of 16 with offsets and characters; a part is underlined in the colour of its kind. */
export function ByteGrid({ bytes, parts, marked, before }: Props) {
  const { t } = useTranslation('debug');
  const color = useKindColor();
  const shown = bytes.subarray(0, mostBytes);
  const owners = partsOfBytes(shown.length, parts);
  const different = before && differences(bytes, before);
  const rows = Array.from({ length: Math.ceil(shown.length / width) }, (_, row) => row * width);
  return (
    <div className={styles.grid}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('offset')}</th>
            {columns.map((i) => (
              <th scope="col" key={i}>
                {i.toString(16).toUpperCase()}
              </th>
            ))}
            <th scope="col" className={styles.ascii}>
              ASCII
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((start) => (
            <tr key={start}>
              <th scope="row">{start.toString(16).padStart(4, '0').toUpperCase()}</th>
              {columns.map((i) => {
                const at = start + i;
                const byte = shown[at];
                if (byte === undefined) return <td key={i} />;
                const owner = owners[at] ?? -1;
                const part = parts[owner];
                const was = different?.get(at);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the table of fields has the same by keyboard
                  <td
                    key={i}
                    data-on={owner >= 0 && (owner === marked.chosen || owner === marked.hovered)}
                    data-fault={Boolean(part?.fault)}
                    data-changed={different?.has(at) ?? false}
                    title={was === undefined ? part?.name : t('was', { byte: was === null ? '—' : hexPair(was) })}
                    style={part && ({ '--kind': color(part.kind) } as CSSProperties)}
                    onMouseEnter={() => marked.hover(owner)}
                    onMouseLeave={() => marked.hover(-1)}
                    onClick={() => marked.choose(owner)}
                  >
                    {hexPair(byte)}
                  </td>
                );
              })}
              <td className={styles.ascii}>{Array.from(shown.subarray(start, start + width), asciiOf).join('')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {bytes.length > mostBytes && (
        <p className={styles.quiet}>{t('moreBytes', { count: bytes.length - mostBytes })}</p>
      )}
    </div>
  );
}

/** A text frame as characters; a part is underlined in the colour of its kind. */
export function CharacterFlow({ bytes, parts, marked }: Omit<Props, 'before'>) {
  const color = useKindColor();
  const decoder = new TextDecoder();
  const pieces: { text: string; part: number }[] = [];
  let at = 0;
  parts.forEach(({ start, length }, part) => {
    if (start > at) pieces.push({ text: decoder.decode(bytes.subarray(at, start)), part: -1 });
    pieces.push({ text: decoder.decode(bytes.subarray(start, start + length)), part });
    at = start + length;
  });
  if (at < bytes.length) pieces.push({ text: decoder.decode(bytes.subarray(at)), part: -1 });
  return (
    <div className={styles.flow}>
      {pieces.map(({ text, part }, i) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the table of fields has the same by keyboard
        // biome-ignore lint/a11y/useKeyWithClickEvents: the table of fields has the same by keyboard
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a frame never move
          key={i}
          data-on={part >= 0 && (part === marked.chosen || part === marked.hovered)}
          data-fault={Boolean(parts[part]?.fault)}
          title={parts[part]?.name}
          style={parts[part] && ({ '--kind': color(parts[part].kind) } as CSSProperties)}
          onMouseEnter={() => marked.hover(part)}
          onMouseLeave={() => marked.hover(-1)}
          onClick={() => marked.choose(part)}
        >
          {text.replaceAll('\r', '␍').replaceAll('\n', '␊\n')}
        </span>
      ))}
    </div>
  );
}
