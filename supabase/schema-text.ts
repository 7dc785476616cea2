/** A row of `private.text_wordings`. */
interface TextWording {
  version: number;
  channel: string;
  language: string;
  body: string;
}

/**
 * Returns the SQL of a new database: its schema files in load order, and rows from the files of `reference/`.
 * @param reference text of `synonyms.txt` and `text-wordings.json`; null for a version whose schema files have the rows
 */
export function schemaText(files: readonly string[], reference: { synonyms: string; wordings: string } | null): string {
  if (reference === null) return files.join("\n");
  const groups = reference.synonyms.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const wordings = JSON.parse(reference.wordings) as TextWording[];
  return [
    ...files,
    insertInto(
      "public.search_synonyms (words)",
      groups.map((words) => [`{${words}}`]),
    ),
    insertInto(
      "private.text_wordings (version, channel, language, body)",
      wordings.map(({ version, channel, language, body }) => [String(version), channel, language, body]),
    ),
  ].join("\n");
}

function insertInto(columns: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map((values) => `  (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ")})`);
  return `insert into ${columns} values\n${lines.join(",\n")};\n`;
}
