import type { Translatable } from "#app/values/untranslated.ts";
import type { TranslationSubject } from "./translation-subjects.ts";

/** Key of a text for `read_translations`, such as "product/name/12". */
export type TextKey = string;

/** Returns the translation of an English text; null if it has none. */
export type FindText = (key: TextKey, english: string) => string | null;

/** Row of `read_translations`. With a source, the translation is valid only while the English text equals it. */
export type TranslationRow = { key: string; text: string; source: string | null };

/** Parts of sizes that need no translation, such as "2 lb" or "M, L"; same rule as `private.is_translatable_size`. */
const NOT_WORDS = /\b(?:lbs?|oz|fl|ct|yd|in|ft|gal|qt|pt|g|kg|mg|ml|l|cl|cm|mm|m|s|[x\d]*[sml])\b|\P{L}/giu;

export function textKey(subject: TranslationSubject, field: string, id: number | string): TextKey {
  return `${subject}/${field}/${id}`;
}

export function findTextIn(rows: readonly TranslationRow[]): FindText {
  const known = new Map(rows.map((row) => [row.key, row]));
  return (key, english) => {
    const row = known.get(key);
    return row && (row.source === null || row.source === english) ? row.text : null;
  };
}

/** Returns the keys of all texts that `translate` looks up. */
export function keysOfTexts(translate: (find: FindText) => unknown): TextKey[] {
  const keys = new Set<TextKey>();
  translate((key) => {
    keys.add(key);
    return null;
  });
  return [...keys];
}

/**
 * Returns an item with translated texts, and the names of those that stay in English.
 * @param keys keys of its translatable properties
 */
export function translateTexts<Item extends object>(
  item: Item,
  keys: { readonly [Property in keyof Item]?: TextKey },
  find: FindText,
): Item & Translatable {
  const texts: Record<string, string> = {};
  const untranslated: string[] = [];
  const keyOf = new Map<string, unknown>(Object.entries(keys));
  for (const [property, english] of Object.entries(item)) {
    const key = keyOf.get(property);
    if (typeof key !== "string" || typeof english !== "string" || english === "") continue;
    const text = find(key, english);
    if (text === null) untranslated.push(property);
    else texts[property] = text;
  }
  return { ...item, ...texts, ...(untranslated.length > 0 ? { untranslated } : {}) };
}

/** Returns a translated size label. All products with this size share the translation. */
export function translateLabel<Item extends object, Property extends keyof Item & string>(
  item: Item,
  property: Property,
  find: FindText,
): Item & Translatable {
  const label = item[property];
  if (typeof label !== "string" || !hasWords(label)) return item;
  const keys: { [Name in keyof Item]?: TextKey } = {};
  keys[property] = textKey("size", "label", label);
  return translateTexts(item, keys, find);
}

export function hasWords(size: string): boolean {
  return size.replaceAll(NOT_WORDS, "") !== "";
}
