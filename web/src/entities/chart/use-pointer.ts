import type { EChartsOption } from 'echarts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Chart } from './engine';

/** A moment marked in a chart by a pointer that several charts share. */
export interface SharedPointer {
  /** Value on the time axis; null: nothing is marked. */
  at: number | null;
  /** The readings at that moment. */
  marks: readonly PointerMark[];
  /** The pointer of this chart moved to a value on its time axis, or left the plot. */
  onMove: (at: number | null) => void;
}

export interface PointerMark {
  key: string;
  /** Index of the value axis. */
  axis: number;
  value: number;
  color: string;
  text: string;
}

/** Where a pointer is drawn, px in the chart. */
export interface DrawnPointer {
  x: number;
  marks: readonly { key: string; x: number; y: number; color: string; text: string }[];
}

/** usePointer reports the moves of the mouse over the plots and places the shared pointer in them. */
export function usePointer(
  chart: RefObject<Chart | null>,
  option: EChartsOption | null,
  pointer: SharedPointer | undefined,
  width: number,
): DrawnPointer | null {
  const [drawn, setDrawn] = useState<DrawnPointer | null>(null);
  const onMove = useRef(pointer?.onMove);
  onMove.current = pointer?.onMove;
  const listens = pointer !== undefined && option !== null;

  useEffect(() => {
    const made = chart.current;
    if (!made || !listens) return;
    const canvas = made.getZr();
    const move = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      const inside = made.containPixel('grid', [offsetX, offsetY]);
      onMove.current?.(inside ? (made.convertFromPixel({ xAxisIndex: 0 }, offsetX) as unknown as number) : null);
    };
    const leave = () => onMove.current?.(null);
    canvas.on('mousemove', move);
    canvas.on('globalout', leave);
    return () => {
      canvas.off('mousemove', move);
      canvas.off('globalout', leave);
    };
  }, [chart, listens]);

  const at = pointer?.at ?? null;
  const marks = pointer?.marks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new option or width moves the same moment
  useEffect(() => {
    const made = chart.current;
    setDrawn(made && at !== null && option ? place(made, at, marks ?? []) : null);
  }, [chart, option, at, marks, width]);
  return drawn;
}

/** place finds the pixels of a moment and its readings; null outside the visible part. */
function place(made: Chart, at: number, marks: readonly PointerMark[]): DrawnPointer | null {
  const x = made.convertToPixel({ xAxisIndex: 0 }, at) as unknown as number;
  const first = marks[0];
  const middle = made.convertToPixel({ yAxisIndex: first?.axis ?? 0 }, first?.value ?? 0) as unknown as number;
  if (!Number.isFinite(x) || !Number.isFinite(middle)) return null;
  const [from, to] = endsOf(made);
  if (at < from || at > to) return null;
  return {
    x,
    marks: marks.map(({ key, axis, value, color, text }) => ({
      ...{ key, x, color, text },
      y: made.convertToPixel({ yAxisIndex: axis }, value) as unknown as number,
    })),
  };
}

/** The visible part of the time axis: what is between the sides of the first plot. */
function endsOf(made: Chart): [number, number] {
  const grid = (made.getOption() as { grid?: { left?: number; right?: number }[] }).grid?.[0];
  const of = (pixel: number) => made.convertFromPixel({ xAxisIndex: 0 }, pixel) as unknown as number;
  return [of(grid?.left ?? 0), of(made.getWidth() - (grid?.right ?? 0))];
}
