/** Returns the keys of an object literal with their types, in the order in which they are written. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(object) as Key[];
}

/** Returns the object of a list of entries that names every key. */
export function objectOf<Key extends string, Value>(entries: Iterable<readonly [Key, Value]>): Record<Key, Value> {
  return Object.fromEntries(entries) as Record<Key, Value>;
}

/** Checks text from outside, such as a URL or a form, against the keys of an object literal. */
export function isKeyOf<Key extends string>(object: Readonly<Record<Key, unknown>>, text: string | null): text is Key {
  return text !== null && Object.hasOwn(object, text);
}
