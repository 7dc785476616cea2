import type { Translatable } from "#app/values/untranslated.ts";

/** Kinds of content with translated texts, as in `content_translations.subject`. */
export type Subject =
  | "product"
  | "size"
  | "choice_group"
  | "choice"
  | "article"
  | "slide"
  | "store"
  | "closed_day"
  | "team_member"
  | "testimonial";

/** Names a text for `read_translations`, such as "product/name/12". */
export type TextKey = string;

/** Returns the translation of an English text; null if it has none. */
export type FindText = (key: TextKey, english: string) => string | null;

/** A row of `read_translations`. With a source, the translation holds only while the English text is the same. */
export interface TranslationRow {
  key: string;
  text: string;
  source: string | null;
}

/** Sizes such as "2 lb" or "M, L", as `private.is_translatable_size`. */
const NOT_WORDS = /\b(?:lbs?|oz|fl|ct|yd|in|ft|gal|qt|pt|g|kg|mg|ml|l|cl|cm|mm|m|s|[x\d]*[sml])\b|\P{L}/giu;

export function textKey(subject: Subject, field: string, id: number | string): TextKey {
  return `${subject}/${field}/${id}`;
}

export function findTextIn(rows: readonly TranslationRow[]): FindText {
  const known = new Map(rows.map((row) => [row.key, row]));
  return (key, english) => {
    const row = known.get(key);
    return row && (row.source === null || row.source === english) ? row.text : null;
  };
}

/** Returns the keys of all texts that a translation looks for. */
export function keysOfTexts(translate: (find: FindText) => unknown): TextKey[] {
  const keys = new Set<TextKey>();
  translate((key) => {
    keys.add(key);
    return null;
  });
  return [...keys];
}

/**
 * Returns an item with its texts translated, and the names of those that stay in English.
 * @param keys key of each of its properties that has a translation
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

/** Returns a size in translation, the same for all products that have it. */
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
