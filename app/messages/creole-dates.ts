/**
 * Names of days, by their English ones, and of months in Haitian Creole, in the official orthography, because the
 * browsers' Unicode data has none. Scripts of other languages omit them (scripts/messages/vite-plugin.ts).
 */
export const CREOLE_DATES: { weekdays: Readonly<Record<string, string>>; months: readonly string[] } | null = {
  weekdays: { Sun: "dimanch", Mon: "lendi", Tue: "madi", Wed: "mèkredi", Thu: "jedi", Fri: "vandredi", Sat: "samdi" },
  months: [
    ...["janvye", "fevriye", "mas", "avril", "me", "jen"],
    ...["jiyè", "out", "septanm", "oktòb", "novanm", "desanm"],
  ],
};
