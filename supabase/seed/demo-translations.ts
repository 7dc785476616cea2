import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TransactionSql } from "@calabash/data-service/database";

const TRANSLATIONS = join(import.meta.dirname, "content", "translations");

/** Translations of the demo's content into one language; the keys are the English names or texts. */
interface DemoTranslations {
  products: Record<string, Record<string, string>>;
  /** Origins, fabrics, and care instructions, which products share. */
  values: Record<string, string>;
  sizes: Record<string, string>;
  articles: Record<string, Record<string, string>>;
  /** Titles of team members. */
  team: Record<string, string>;
  testimonials: Record<string, string>;
}

interface Translation {
  subject: string;
  subject_id: string;
  field: string;
  text: string;
  source_text: string;
}

const SHARED_FIELDS = ["origin", "fibre", "care"];

/**
 * Adds the translations of the demo's products, articles, and sample people, in the languages that have a file. Texts
 * of the others are shown in English.
 */
export async function addTranslations(sql: TransactionSql): Promise<void> {
  const products = await sql<Record<string, string>[]>`select products.*, id::text as id from public.products`;
  const articles = await sql<Record<string, string>[]>`select blog_post.*, id::text as id from public.blog_post`;
  const [people] = await sql<{ team: Record<string, string>[]; testimonials: Record<string, string>[] }[]>`
    select team, testimonials from public.store_settings`;
  for (const file of readdirSync(TRANSLATIONS)) {
    const language = basename(file, ".json");
    const known: DemoTranslations = JSON.parse(readFileSync(join(TRANSLATIONS, file), "utf8"));
    const rows: Translation[] = [
      ...products.flatMap((product) => translateRow("product", product, known.products[product["name"] ?? ""])),
      ...products.flatMap((product) => translateRow("product", product, sharedFields(product, known.values))),
      ...articles.flatMap((article) => translateRow("article", article, known.articles[article["name"] ?? ""])),
      ...Object.entries(known.sizes).map(([label, text]) => ({
        subject: "size",
        subject_id: label,
        field: "label",
        text,
        source_text: label,
      })),
      ...(people?.team ?? []).flatMap((member) =>
        translateRow("team_member", { ...member, id: member["name"] ?? "" }, titleOf(member, known.team)),
      ),
      ...(people?.testimonials ?? []).flatMap((review) => {
        const text = known.testimonials[review["name"] ?? ""];
        return translateRow("testimonial", { ...review, id: review["name"] ?? "" }, text ? { text } : undefined);
      }),
    ];
    await sql`insert into public.content_translations ${sql.rows(rows.map((row) => ({ ...row, language })))}`;
  }
}

function translateRow(
  subject: string,
  original: Record<string, string>,
  texts: Record<string, string> | undefined,
): Translation[] {
  return Object.entries(texts ?? {}).map(([field, text]) => ({
    subject,
    subject_id: original["id"] ?? "",
    field,
    text,
    source_text: original[field] ?? "",
  }));
}

function sharedFields(product: Record<string, string>, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    SHARED_FIELDS.flatMap((field) => {
      const text = values[product[field] ?? ""];
      return text === undefined ? [] : [[field, text]];
    }),
  );
}

function titleOf(member: Record<string, string>, titles: Record<string, string>): Record<string, string> {
  const title = titles[member["title"] ?? ""];
  return title === undefined ? {} : { title };
}
