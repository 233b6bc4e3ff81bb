import { backdrop, backdropLines, lastReading } from '../model/backdrop';
import styles from './backdrop.module.css';

const lines = backdropLines();
const last = lastReading();
const toe = backdrop.top + backdrop.depths * backdrop.depthStep;

/** A plumb line next to the curves of an inclinometer string: a picture of what the product watches. */
export function Backdrop() {
  const depths = Array.from({ length: backdrop.depths + 1 }, (_, depth) => depth);
  const millimeters = Array.from({ length: backdrop.mm }, (_, index) => index + 1);
  return (
    <svg className={styles.backdrop} viewBox="0 0 960 900" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
      {depths.map((depth) => {
        const y = backdrop.top + depth * backdrop.depthStep;
        return (
          <g key={depth}>
            <line x1="0" x2="4000" y1={y} y2={y} className={styles.grid} />
            <text x="40" y={y + 4} className={styles.label}>
              {depth === 0 ? '0 m' : depth}
            </text>
          </g>
        );
      })}
      {millimeters.map((mm) => {
        const x = backdrop.originX + mm * backdrop.mmStep;
        return (
          <g key={mm}>
            <line x1={x} x2={x} y1={backdrop.top} y2={toe} className={styles.grid} />
            <text x={x} y={backdrop.top - 14} textAnchor="middle" className={styles.label}>
              {mm === backdrop.mm ? `${mm} mm` : mm}
            </text>
          </g>
        );
      })}
      {lines.map((line) => (
        <polyline key={line.points} points={line.points} className={styles.past} opacity={line.opacity} />
      ))}
      <polyline points={last.points} className={styles.last} />
      {last.nodes.map(({ x, y }) => (
        <circle key={y} cx={x} cy={y} r="4" className={styles.node} />
      ))}
      <line x1={backdrop.originX} x2={backdrop.originX} y1="0" y2={toe} className={styles.line} />
      <path d={`M${backdrop.originX - 12} ${toe - 2}h24l7 14l-19 42l-19 -42Z`} className={styles.bob} />
      <path d={`M${backdrop.originX - 12} ${toe - 2}h24l7 14h-38Z`} className={styles.shoulder} />
    </svg>
  );
}
