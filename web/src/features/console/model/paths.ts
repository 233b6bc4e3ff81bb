import type { Structure } from '../queries/project';

/** Where points are added to a structure or an item. */
export function addPointPath(
  projectId: number,
  { id, isItem, parentId }: Pick<Structure, 'id' | 'isItem' | 'parentId'>,
) {
  const structures = `/projects/${projectId}/console/structures`;
  return `${isItem ? `${structures}/${parentId}/items/${id}` : `${structures}/${id}`}?add=points`;
}
