/**
 * Names of days and months in Haitian Creole, in the official orthography, because the browsers' Unicode data has none.
 * Scripts of other languages omit them (scripts/messages/vite-plugin.ts).
 */
export const CREOLE_DATES: { weekdays: readonly string[]; months: readonly string[] } | null = {
  weekdays: ["dimanch", "lendi", "madi", "mèkredi", "jedi", "vandredi", "samdi"],
  months: [
    ...["janvye", "fevriye", "mas", "avril", "me", "jen"],
    ...["jiyè", "out", "septanm", "oktòb", "novanm", "desanm"],
  ],
};
