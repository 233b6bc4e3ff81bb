import { CloseOutlined, RetweetOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { type GridCell, gridOf, type Piece, type Place, piecesOf, type Sheet, spread } from '../model/grid';
import { isAbout } from '../model/vocabulary';
import { usePlaceholders } from '../queries';
import styles from '../templates.module.css';

/** The width of the heads of rows. */
const headWidth = 44;

interface Props {
  sheet: Sheet;
  label: string;
  places: readonly Place[];
  /** Of a workbook: its columns have names and its rows numbers. */
  book: boolean;
  /** A cell to bring into view; a new one each time. */
  target: { at: string } | undefined;
}

/** A sheet as it is, with what a check found in its cells. */
export function SheetGrid({ sheet, label, places, book, target }: Props) {
  const { t } = useTranslation('report-templates');
  const area = useRef<HTMLElement>(null);
  const grid = useMemo(() => gridOf(book ? sheet : spread(sheet), places), [sheet, places, book]);
  const explain = useExplanation();

  useEffect(() => {
    if (!target) return;
    const cell = area.current?.querySelector<HTMLElement>(`[data-at="${CSS.escape(target.at)}"]`);
    cell?.scrollIntoView({ block: 'center', inline: 'center' });
    cell?.focus({ preventScroll: true });
  }, [target]);

  const width = headWidth + grid.columns.reduce((sum, column) => sum + column.width, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section ref={area} className={styles.grid} aria-label={label} tabIndex={0}>
      <Heading name={t('grid.header')} text={sheet.header} places={places} sheet={sheet.name} />
      {grid.rows.length === 0 && <p className={styles.quiet}>{t('grid.empty')}</p>}
      <table style={{ minWidth: width }}>
        <colgroup>
          <col style={{ width: headWidth }} />
          {grid.columns.map(({ name, width: own }) => (
            <col key={name} style={{ width: own }} />
          ))}
        </colgroup>
        {book && (
          <thead>
            <tr>
              <td />
              {grid.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {grid.rows.map((row) => (
            <tr key={row.number} style={row.height > 0 ? { height: row.height } : undefined}>
              <th scope="row" data-repeated={row.repeated} title={row.repeated ? t('grid.repeated') : undefined}>
                {book ? row.number : nameOf(row.slots[0])}
              </th>
              {row.slots.map((slot) =>
                typeof slot === 'number' ? <td key={slot} /> : <Cell key={slot.column} cell={slot} explain={explain} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {sheet.moreRows > 0 && <p className={styles.quiet}>{t('grid.moreRows', { count: sheet.moreRows })}</p>}
      <Heading name={t('grid.footer')} text={sheet.footer} places={places} sheet={sheet.name} />
    </section>
  );
}

/** The name of a row of a document: its paragraph, or its row in a table. */
const nameOf = (slot: GridCell | number | undefined) =>
  typeof slot === 'object' ? slot.at.replace(/\.[A-Z]+/, '.') : '';

/** What a placeholder is replaced with, or why it is not. */
function useExplanation() {
  const say = useLabel();
  const words = usePlaceholders().data ?? [];
  return (place: Place) => {
    if (place.state === 'unknown') return say(place.reason);
    const word = words.find((one) => isAbout(one, place));
    return word ? say(word.explain) : '';
  };
}

function Cell({ cell, explain }: { cell: GridCell; explain: (place: Place) => string }) {
  const { t } = useTranslation('report-templates');
  const hints = cell.pieces.flatMap(({ place }) => (place ? [explain(place)] : [])).filter(Boolean);
  return (
    <td
      lang="" // that of the file, whatever it is
      colSpan={cell.columns}
      rowSpan={cell.rows}
      tabIndex={-1}
      title={hints.length > 0 ? hints.join('\n') : undefined}
      data-at={cell.at}
      data-state={cell.state}
      data-align={cell.align || undefined}
      data-bold={cell.bold || undefined}
    >
      {cell.loop && <RetweetOutlined className={styles.loop ?? ''} role="img" aria-label={t('grid.repeated')} />}
      {cell.state === 'unknown' && (
        <CloseOutlined className={styles.cross ?? ''} role="img" aria-label={t('grid.unknown')} />
      )}
      <Pieces pieces={cell.pieces} />
    </td>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, place }, i) =>
    place ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <code key={i} data-state={place.state}>
        {place.state === 'adopted' ? place.suggestion : text}
      </code>
    ) : (
      text
    ),
  );
}

interface HeadingProps {
  name: string;
  text: string;
  places: readonly Place[];
  sheet: string;
}

/** The header or footer of the pages of a sheet. */
function Heading({ name, text, places, sheet }: HeadingProps) {
  if (text === '') return null;
  const own = places.filter((place) => place.sheet === sheet && place.cell === '' && text.includes(place.placeholder));
  return (
    <p className={styles.heading}>
      <span className={styles.quiet}>{name}</span>{' '}
      <span lang="">
        <Pieces pieces={piecesOf(text, own)} />
      </span>
    </p>
  );
}
