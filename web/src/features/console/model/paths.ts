import type { Structure } from '../queries/project';

/** The page for adding points to a structure or item. */
export function addPointPath(
  projectId: number,
  { id, isItem, parentId }: Pick<Structure, 'id' | 'isItem' | 'parentId'>,
) {
  const structures = `/projects/${projectId}/console/structures`;
  return `${isItem ? `${structures}/${parentId}/items/${id}` : `${structures}/${id}`}?add=points`;
}
