import { isLocale, type Locale, TRANSLATED_LOCALES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

/** Kinds of content that have translations, in the order of the page. */
const subjectLabels = () => ({
  product: t("Products"),
  size: t("Sizes"),
  choice_group: t("Groups of choices"),
  choice: t("Choices"),
  article: t("Articles"),
  slide: t("Hero slides"),
  store: t("Banner and pauses"),
  closed_day: t("Closed days"),
  team_member: t("Team"),
  testimonial: t("Testimonials"),
});

/** Kind of content, as in `content_translations.subject`. */
export type TranslationSubject = keyof ReturnType<typeof subjectLabels>;

/** Filter of the list of texts. */
export type TranslationFilter = ReturnType<typeof translationFilterFrom>;

/** Parses the filter in a URL; the default is products in the first language. */
export function translationFilterFrom(search: URLSearchParams) {
  const subject = search.get("subject");
  const language = search.get("language") ?? "";
  return {
    subject: isSubject(subject) ? subject : "product",
    language: isLocale(language) && TRANSLATED_LOCALES.includes(language) ? language : firstLanguage(),
    isMissingOnly: search.get("show") === "missing",
    /** Id of one product or article; null for all. */
    id: search.get("id"),
  };
}

export function translationsAddress({ subject, language, isMissingOnly, id }: TranslationFilter): string {
  const search = new URLSearchParams({ subject, language });
  if (isMissingOnly) search.set("show", "missing");
  if (id !== null) search.set("id", id);
  return `/desk/translations?${search}`;
}

export function isSubject(text: string | null): text is TranslationSubject {
  return isKeyOf(subjectLabels(), text);
}

export function subjectLabel(subject: TranslationSubject): string {
  return subjectLabels()[subject];
}

/** Returns the name of a field; an article has numbered sections. */
export function fieldLabel(subject: TranslationSubject, field: string): string {
  const [, section, number = ""] = /^(title|description|semi_conclusion_point)(\d)$/.exec(field) ?? [];
  if (section === "title") return t("Title of section {number}", { number });
  if (section === "description") return t("Text of section {number}", { number });
  if (section === "semi_conclusion_point") return t("Point {number} of the summary", { number });
  const labels: Record<string, string> = {
    name: subject === "article" ? t("Title") : t("Name"),
    description_header: t("Short description"),
    description: t("Description"),
    ingredients: t("Ingredients"),
    origin: t("Origin"),
    fibre: t("Fabric"),
    care: t("Care"),
    label: t("Name"),
    short_introduction: t("Introduction"),
    semi_conclusion_topic: t("Title of the summary"),
    semi_conclusion_text: t("Text of the summary"),
    conclusion: t("Conclusion"),
    header: t("Heading"),
    text: t("Text"),
    buttonLabel: t("Button"),
    alt: t("Image description"),
    banner_text: t("Banner"),
    pause_reason: t("Reason for the pause"),
    reason: t("Reason"),
    title: t("Title"),
  };
  return labels[field] ?? field;
}

function firstLanguage(): Locale {
  const [first] = TRANSLATED_LOCALES;
  if (!first) throw new Error("The store has no language besides English.");
  return first;
}
