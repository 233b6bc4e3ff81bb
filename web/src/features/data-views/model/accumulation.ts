import type { NodeRow } from './types';

/** The fields that add up along an array. */
const summed = ['x', 'y', 'z', 'n', 'e', 'res', 'settlement', 'deflection'];

/** hasSegments reports whether fields of an array have a part of each segment: of holes and lines, not of rings. */
export const hasSegments = (nodes: readonly Pick<NodeRow, 'depth'>[], fields: readonly string[]): boolean =>
  nodes.some(({ depth }) => depth !== null) && fields.some((name) => summed.includes(name));
