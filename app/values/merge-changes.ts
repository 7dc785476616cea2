/** Value of the same field in two versions, neither of which is the version that both started from. */
export interface Conflict {
  /** Names of the field and of what contains it; a row of a list is named by its id. */
  path: readonly string[];
  mine: unknown;
  theirs: unknown;
}

type Choose = (conflict: Conflict) => unknown;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Merges two versions of a value: what only one of them changed is taken from it. Lists of rows with ids are merged row
 * by row, lists of texts or numbers entry by entry, other lists as one value.
 * @param choose returns the value of a field that both changed
 */
export function mergeChanges<Value>(before: Value, mine: Value, theirs: Value, choose: Choose): Value {
  return merge([], before, mine, theirs, choose) as Value;
}

/**
 * Returns the saved row with the fields that its form changed.
 * @param shown the row that the form gives if nothing is typed; it may differ from the saved one, such as in the seconds
 * of a time
 */
export function withChanges<Row extends object, Shown extends Partial<Row>>(
  saved: Row,
  shown: Shown,
  typed: Shown,
): Row {
  const changed = Object.entries(typed).filter(([name, value]) => !isSameJson(value, shown[name as keyof Shown]));
  return { ...saved, ...Object.fromEntries(changed) };
}

/** Returns whether two JSON values are equal; the order of keys does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return sortedText(one) === sortedText(other);
}

function merge(path: readonly string[], before: unknown, mine: unknown, theirs: unknown, choose: Choose): unknown {
  if (isSameJson(mine, before) || isSameJson(mine, theirs)) return theirs;
  if (isSameJson(theirs, before)) return mine;
  if (isFields(mine) && isFields(theirs) && isFields(before)) {
    const names = Object.keys({ ...theirs, ...mine });
    return Object.fromEntries(
      names.map((name) => [name, merge([...path, name], before[name], mine[name], theirs[name], choose)]),
    );
  }
  if (isRows(mine) && isRows(theirs) && isRows(before)) return mergeRows(path, before, mine, theirs, choose);
  if (isSet(mine) && isSet(theirs) && isSet(before) && !isSameJson(mine.toSorted(), before.toSorted()))
    return mergeSets(before, mine, theirs);
  return choose({ path, mine, theirs });
}

/** Returns the entries of the other version without those that I removed, then those that I added. */
function mergeSets(before: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  return [
    ...theirs.filter((entry) => mine.includes(entry) || !before.includes(entry)),
    ...mine.filter((entry) => !before.includes(entry) && !theirs.includes(entry)),
  ];
}

/** Returns the rows in my order; those that only the other version has come last. */
function mergeRows(
  path: readonly string[],
  before: readonly Fields[],
  mine: readonly Fields[],
  theirs: readonly Fields[],
  choose: Choose,
): unknown[] {
  const rowOf = (rows: readonly Fields[], id: unknown) => rows.find((row) => row["id"] === id) ?? null;
  const others = theirs.filter(({ id }) => rowOf(mine, id) === null);
  return [...mine, ...others].flatMap(({ id }, place) => {
    const my = place < mine.length ? (mine[place] ?? null) : null;
    if (id === null) return [my];
    const [first, their] = [rowOf(before, id), rowOf(theirs, id)];
    const row = merge([...path, String(id)], first, my, their, choose) as Fields | null;
    if (row === null) return [];
    // A row that they deleted is added again: the database gives it a new number.
    return [their === null && typeof id === "number" ? { ...row, id: null } : row];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSet(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((entry) => typeof entry !== "object" || entry === null);
}

function isRows(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every((row) => isFields(row) && "id" in row);
}

function sortedText(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    isFields(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
