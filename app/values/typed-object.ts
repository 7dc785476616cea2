/** Returns the keys of an object literal with their types, in source order. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(object) as Key[];
}

/** Returns an object of entries that contain every key. */
export function objectOf<Key extends string, Value>(entries: Iterable<readonly [Key, Value]>): Record<Key, Value> {
  return Object.fromEntries(entries) as Record<Key, Value>;
}

/** Returns whether a text from outside, such as a URL or a form, is a key of an object literal. */
export function isKeyOf<Key extends string>(object: Readonly<Record<Key, unknown>>, text: string | null): text is Key {
  return text !== null && Object.hasOwn(object, text);
}
