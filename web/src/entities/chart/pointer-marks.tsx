import styles from './pointer-marks.module.css';
import type { DrawnPointer } from './use-pointer';

/** Height of a tag with its border, px. */
const tagHeight = 20;

/** The line of a shared pointer with the values that it meets; tags of near values move apart. */
export function PointerMarks({ drawn, width }: { drawn: DrawnPointer; width: number }) {
  const side = drawn.x > width * 0.75 ? 'left' : 'right';
  let free = Number.NEGATIVE_INFINITY;
  const tags = drawn.marks
    .filter((mark) => mark.text !== '')
    .sort((a, b) => a.y - b.y)
    .map((mark) => {
      const y = Math.max(mark.y, free);
      free = y + tagHeight;
      return { ...mark, y };
    });
  return (
    <div aria-hidden="true">
      <div className={styles.line} style={{ left: drawn.x }} />
      {drawn.marks.map((mark) => (
        <div key={mark.key} className={styles.dot} style={{ left: mark.x, top: mark.y, borderColor: mark.color }} />
      ))}
      {tags.map((mark) => (
        <div key={mark.key} className={styles.tag} data-side={side} style={{ left: mark.x, top: mark.y }}>
          {mark.text}
        </div>
      ))}
    </div>
  );
}
