import tooltip from '@/entities/chart/tooltip.module.css';
import { formatNumber } from '@/ui/format/number';

interface Props {
  head: string;
  color: string;
  /** Names and values. */
  lines: readonly (readonly [name: string, value: number | null])[];
  decimals: number;
}

/** The values of a node, as tooltips of charts show them. */
export function NodeTip({ head, color, lines, decimals }: Props) {
  return (
    <div className={tooltip.grid}>
      <span className={tooltip.time}>{head}</span>
      {lines.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <span className={tooltip.mark} style={{ backgroundColor: color }} />
          <span className={tooltip.name}>{name}</span>
          <span className={tooltip.value}>{formatNumber(value, decimals)}</span>
          <span />
        </div>
      ))}
    </div>
  );
}
