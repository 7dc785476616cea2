/** Position of a cell in the grid. */
export interface CellPlace {
  index: number;
  /** Index of the column among the visible columns. */
  place: number;
}

interface GridSize {
  rowCount: number;
  columnCount: number;
  /** Number of rows in view. */
  pageSize: number;
}

/** Returns the cell to which a key of the ARIA grid pattern moves; null for other keys. */
export function moveCell(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { index, place }: CellPlace,
  { rowCount, columnCount, pageSize }: GridSize,
): CellPlace | null {
  const isFar = ctrlKey || metaKey;
  const [lastIndex, lastPlace] = [rowCount - 1, columnCount - 1];
  const within = (value: number, last: number) => Math.max(0, Math.min(value, last));
  switch (key) {
    case "ArrowUp":
      return { index: isFar ? 0 : within(index - 1, lastIndex), place };
    case "ArrowDown":
      return { index: isFar ? lastIndex : within(index + 1, lastIndex), place };
    case "ArrowLeft":
      return { index, place: isFar ? 0 : within(place - 1, lastPlace) };
    case "ArrowRight":
      return { index, place: isFar ? lastPlace : within(place + 1, lastPlace) };
    case "PageUp":
      return { index: within(index - pageSize, lastIndex), place };
    case "PageDown":
      return { index: within(index + pageSize, lastIndex), place };
    case "Home":
      return { index: isFar ? 0 : index, place: 0 };
    case "End":
      return { index: isFar ? lastIndex : index, place: lastPlace };
    default:
      return null;
  }
}
