import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';

/** The first lines of the file, unprocessed. A click on a line's number makes it the first row. */
export function RawLines({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  const byLine = !current.source || current.source === 'lines';
  const header = byLine ? current.headerLines : 0;
  const passed = (line: number, text: string) =>
    line <= header || (byLine && !!current.comment && text.startsWith(current.comment));
  const bad = new Set(preview.problems.filter((one) => one.line > 0).map((one) => one.line));
  return (
    <div className={styles.raw}>
      <table aria-label={t('rawLines')}>
        <tbody>
          {preview.lines.map(({ line, text, hex }) => (
            <tr key={line} data-passed={passed(line, text)} data-bad={bad.has(line)}>
              <th scope="row">
                {byLine ? (
                  <button
                    type="button"
                    title={t('beginHere')}
                    aria-label={t('beginAt', { line })}
                    onClick={() => draft.cut(current, { headerLines: line - 1 })}
                  >
                    {formatNumber(line, 0)}
                  </button>
                ) : (
                  formatNumber(line, 0)
                )}
              </th>
              <td>
                {current.separator === 'fixed' && line > header && <Cuts starts={current.starts ?? []} />}
                {text || ' '}
                {hex && <small className={styles.hex}>{hex.replace(/(..)/g, '$1 ')}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The starts of fixed-width columns. */
function Cuts({ starts }: { starts: readonly number[] }) {
  return starts
    .filter((at) => at > 0)
    .map((at) => <i key={at} className={styles.cut} style={{ left: `calc(${at}ch + 8px)` }} aria-hidden="true" />);
}
