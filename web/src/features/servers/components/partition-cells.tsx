import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLate, isMoving } from '../model/servers';
import type { Partition } from '../queries';
import styles from '../servers.module.css';
import { useSpan } from './span-text';

interface Props {
  partitions: readonly Partition[];
  colors: ReadonlyMap<number, string>;
  ownerOf: (id: number) => string;
}

const across = 16;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };

/** 16 x 16 cells. One is in the order of tabs, arrow keys move between them; the line below says what it is. */
export function PartitionCells({ partitions, colors, ownerOf }: Props) {
  const { t } = useTranslation('servers');
  const span = useSpan();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(0);
  const wordsOf = (part: number, { serverId, wantedId, lagMs }: Partition) =>
    t(isMoving({ serverId, wantedId, lagMs }) ? 'part.moves' : 'part.holds', {
      n: part,
      owner: ownerOf(serverId),
      next: ownerOf(wantedId),
      span: span(lagMs),
    });

  function onKey(event: KeyboardEvent) {
    const next = at + (steps[event.key] ?? 0);
    if (next === at || next < 0 || next >= partitions.length) return;
    event.preventDefault();
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-part="${next}"]`)?.focus();
  }

  const rows = Array.from({ length: Math.ceil(partitions.length / across) }, (_, row) => ({
    first: row * across,
    cells: partitions.slice(row * across, (row + 1) * across),
  }));
  const chosen = partitions[at];
  return (
    <>
      <table ref={grid} aria-label={t('part.title')} className={styles.cells} onKeyDown={onKey}>
        <tbody>
          {rows.map(({ first, cells }) => (
            <tr key={first} className={styles.cellRow}>
              {cells.map((partition, c) => {
                const part = first + c;
                const { serverId, wantedId } = partition;
                return (
                  <td key={part}>
                    <button
                      type="button"
                      tabIndex={part === at ? 0 : -1}
                      data-part={part}
                      data-late={isLate(partition)}
                      className={styles.cell}
                      aria-label={wordsOf(part, partition)}
                      onClick={() => setAt(part)}
                      onFocus={() => setAt(part)}
                      onMouseEnter={() => setAt(part)}
                      style={{
                        ['--owner' as string]: colors.get(serverId),
                        ['--next' as string]: colors.get(wantedId),
                      }}
                    >
                      <span className={styles.partNumber} aria-hidden="true">
                        {part}
                      </span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.chosen} data-fault={chosen ? isLate(chosen) : false}>
        {chosen ? wordsOf(at, chosen) : ''}
      </p>
    </>
  );
}
