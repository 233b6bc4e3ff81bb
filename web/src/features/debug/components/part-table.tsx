import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceType, useLabel } from '@/api/catalog';
import { withUnit } from '@/ui/format/number';
import styles from '../bench.module.css';
import { hexText } from '../model/bytes';
import type { FramePart } from '../queries';
import { type Marked, useKindColor } from './byte-grid';

const mostShown = 500;

interface Props {
  bytes: Uint8Array;
  parts: readonly FramePart[];
  marked: Marked;
  deviceType: string;
}

/** The fields of a frame in order: their bytes, name, value and what is wrong with them. */
export function PartTable({ bytes, parts, marked, deviceType }: Props) {
  const { t } = useTranslation('debug');
  const color = useKindColor();
  const named = useFieldName(deviceType);
  const unitOf = useFieldUnit(deviceType);
  const chosen = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (marked.chosen >= 0) chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [marked.chosen]);
  const typed = parts.some((part) => part.type);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('offset')}</th>
          <th scope="col">{t('part.bytes')}</th>
          <th scope="col">{t('part.name')}</th>
          {typed && <th scope="col">{t('part.type')}</th>}
          <th scope="col" className={styles.number}>
            {t('part.value')}
          </th>
          <th scope="col">{t('part.check')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.slice(0, mostShown).map((part, i) => (
          <tr
            key={part.start}
            ref={i === marked.chosen ? chosen : null}
            tabIndex={0}
            aria-selected={i === marked.chosen}
            data-on={i === marked.chosen || i === marked.hovered}
            onMouseEnter={() => marked.hover(i)}
            onMouseLeave={() => marked.hover(-1)}
            onFocus={() => marked.choose(i)}
            onClick={() => marked.choose(i)}
          >
            <td className={styles.offset}>{part.start.toString(16).padStart(4, '0').toUpperCase()}</td>
            <td className={styles.mono}>
              <i className={styles.kind} style={{ '--kind': color(part.kind) } as CSSProperties} />
              {hexText(bytes.subarray(part.start, part.start + part.length), 6)}
            </td>
            <td>{named(part.name)}</td>
            {typed && <td className={styles.mono}>{part.type}</td>}
            <td className={styles.number} data-strong={part.kind === 'value'}>
              {part.kind === 'value' && bareNumber.test(part.text) ? withUnit(part.text, unitOf(part.name)) : part.text}
            </td>
            <td data-fault={Boolean(part.fault)}>{part.fault || (part.kind === 'check' ? t('checkRight') : '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value whose protocol knows no unit. */
const bareNumber = /^-?[\d.]+(?:e[+-]?\d+)?$/i;

const lastName = (field: string) => /^(?:.*[./\]])?(\w+)(?:\[\d+\])?$/.exec(field)?.[1];

/** The unit that the type of the device gives a field; empty: none. */
function useFieldUnit(deviceType: string): (field: string) => string {
  const raw = useDeviceType(deviceType)?.rawFields ?? [];
  return (field) => raw.find((one) => one.name === lastName(field))?.unit ?? '';
}

/** Names a field as the type of the device does, with its code behind. */
export function useFieldName(deviceType: string): (field: string) => string {
  const say = useLabel();
  const raw = useDeviceType(deviceType)?.rawFields ?? [];
  return (field) => {
    const known = raw.find((one) => one.name === lastName(field));
    return known ? `${say(known.label)} ${field}` : field;
  };
}
