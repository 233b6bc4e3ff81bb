import type { PipeNode, PipeSurvey } from '../../model/pipe';
import { pipeSpace } from './space';

const node = (no: number, n: number | null, e: number, z: number) => ({ no, n, e, z }) as PipeNode;
const survey = (time: number, nodes: PipeNode[]) => ({ time, nodes }) as PipeSurvey;
const times = { chosen: [1, 2], curves: [1, 2], current: 2 };

test('a pipe is drawn in m from its middle, below its highest node', () => {
  const space = pipeSpace(
    [
      survey(1, [node(0, 100, 500, 8), node(1, 110, 510, 6)]),
      survey(2, [node(0, 100, 500, 8), node(1, null, 0, 0), node(2, 120, 520, 4)]),
    ],
    times,
  );
  expect(space?.middle).toEqual({ n: 110, e: 510 });
  expect(space?.top).toBe(8);
  expect(space?.azimuth).toBeCloseTo(45);
  expect(space?.scene.exaggeration).toBe(1000);
  expect(space?.scene.length).toBe(4);
  const [first, second] = space?.scene.curves ?? [];
  expect(first).toMatchObject({ t: 1, color: 0, current: false });
  expect(second?.nodes).toEqual([
    { no: 0, depth: 0, right: -10, up: -10 },
    { no: 1, depth: 0, right: null, up: null },
    { no: 2, depth: 4, right: 10, up: 10 },
  ]);
});

test('without positions there is nothing in space', () => {
  expect(pipeSpace([survey(1, [node(0, null, 0, 0)])], { ...times, curves: [1] })).toBeNull();
});
