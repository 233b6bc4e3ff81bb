import { useQuery } from '@tanstack/react-query';
import { deviceModelsQuery } from '@/api/catalog';
import type { components } from '@/api/schema.gen';

export type ModelCommand = components['schemas']['ModelcommandCommand'];
export type ModelParam = components['schemas']['ModelcommandParam'];

const none: ModelCommand[] = [];

/** The commands that only devices of a model have. */
export function useModelCommands(model: string | undefined): ModelCommand[] {
  const { data: models = [] } = useQuery(deviceModelsQuery);
  return models.find((one) => one.code === model)?.commands ?? none;
}

/** The parameters that a form starts with: defaults, the only choice, or nothing. */
export function startOf(command: ModelCommand | undefined): Record<string, number | null> {
  return Object.fromEntries(
    (command?.params ?? []).map((one) => [one.name, one.default ?? one.choices?.[0]?.value ?? null]),
  );
}
