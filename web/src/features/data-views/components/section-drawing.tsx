import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { colorOf, lastOf, type Member, type SectionAnswer } from '../model/section';
import { paletteOf } from './section-palette';
import styles from './section-view.module.css';

interface Props {
  section: SectionAnswer;
  shown: readonly Member[];
  context: ChartContext;
  text: (value: number | null) => string;
}

/** Size of the drawing and its margin in units of the view box. */
const size = 240;
const margin = 34;

/** The prisms of a section, seen along the structure, with the last values of its members. */
export function SectionDrawing({ section, shown, context, text }: Props) {
  const { t } = useTranslation('sections');
  const { prisms } = section;
  if (prisms.length === 0) return <p className={styles.quiet}>{t('noCoordinates')}</p>;
  const [left, right] = [Math.min(...prisms.map((p) => p.x)), Math.max(...prisms.map((p) => p.x))];
  const [low, high] = [Math.min(...prisms.map((p) => p.y)), Math.max(...prisms.map((p) => p.y))];
  const scale = (size - 2 * margin) / Math.max(right - left, high - low, 0.001);
  const at = ({ x, y }: { x: number; y: number }) => ({
    x: size / 2 + (x - (left + right) / 2) * scale,
    y: size / 2 - (y - (low + high) / 2) * scale,
  });
  const place = (id: number) => prisms.find((one) => one.id === id);
  const names = shown.map((one) => `${one.name} ${text(lastOf(one))}`).join(', ');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('drawing', { name: section.section, values: names })}>
      {shown.map((member) => {
        const [from, to] = member.prisms.map(place);
        if (!from) return null;
        const color = paletteOf(context, colorOf(section, member.id));
        const a = at(from);
        const b = at(to ?? from);
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        return (
          <g key={member.id}>
            {to && <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} stroke={color} strokeWidth={1.6} />}
            <text
              x={middle.x}
              y={to ? middle.y - 5 : middle.y + 18}
              fill={color}
              fontSize={11}
              fontWeight={600}
              textAnchor="middle"
            >
              {text(lastOf(member))}
            </text>
          </g>
        );
      })}
      {prisms.map((prism) => {
        const { x, y } = at(prism);
        return (
          <g key={prism.id}>
            <circle cx={x} cy={y} r={3.5} fill="var(--panel)" stroke="var(--text2)" strokeWidth={1.5} />
            <text x={x} y={y - 8} fill="var(--text2)" fontSize={11} textAnchor="middle">
              {prism.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
