import { useMemo } from 'react';
import { ProcessStage } from '../../components/process-stage';
import { ModeChoice, type Parts, TemperatureNodes } from './controls';
import { lineNodes, linesRecipe } from './model';

/** The temperatures of the chosen nodes over time. */
export function TemperatureLines({ zone, point, page, state, change, nodes, look }: Parts) {
  const drawn = lineNodes(nodes, state.nodes).join('.');
  const recipe = useMemo(() => linesRecipe(drawn ? drawn.split('.').map(Number) : []), [drawn]);
  return (
    <ProcessStage
      slug={page.slug}
      {...{ zone, point, state, change, recipe }}
      controls={
        <>
          <ModeChoice look={look} change={change} />
          <TemperatureNodes {...{ nodes, state, change }} />
        </>
      }
    />
  );
}
