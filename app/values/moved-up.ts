/** Returns the items with the one at this place before its predecessor. */
export function movedUp<Item>(items: readonly Item[], place: number): Item[] {
  const moved = [...items];
  moved.splice(place - 1, 0, ...moved.splice(place, 1));
  return moved;
}
