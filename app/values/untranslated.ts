/** Content with texts that may be in English on a page of another language. */
export interface Translatable {
  /** Names of its texts without a translation; absent on pages in English. */
  readonly untranslated?: readonly string[];
}

/**
 * Returns the `lang` of a text's element: "en" for a text without a translation; undefined if it is that of the page.
 */
export function langOf({ untranslated }: Translatable, text: string): "en" | undefined {
  return untranslated?.includes(text) ? "en" : undefined;
}
