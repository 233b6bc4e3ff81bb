interface Place {
  id: number;
  name: string;
  isItem?: boolean | undefined;
  parentId?: number | undefined;
}

/** placeName returns the name of a structure, or of an item with its structure. */
export function placeName(places: readonly Place[], id: number): string {
  const place = places.find((one) => one.id === id);
  if (!place) return `#${id}`;
  const parent = place.isItem && places.find((one) => one.id === place.parentId);
  return parent ? `${parent.name} / ${place.name}` : place.name;
}

/** placeOptions returns structures, each followed by its items. */
export function placeOptions(places: readonly Place[]): { value: number; label: string }[] {
  return places
    .filter(({ isItem }) => !isItem)
    .flatMap((structure) => [structure, ...places.filter((one) => one.isItem && one.parentId === structure.id)])
    .map(({ id }) => ({ value: id, label: placeName(places, id) }));
}
