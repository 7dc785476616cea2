/**
 * Returns the SQL of a new database.
 * @param files text of the files of `schemas/`, in load order
 * @param synonyms text of `reference/synonyms.txt`; null for a version whose schema files have them
 */
export function schemaText(files: readonly string[], synonyms: string | null): string {
  if (synonyms === null) return files.join("\n");
  const groups = synonyms.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const rows = groups.map((words) => `  ('{${words.replaceAll("'", "''")}}')`);
  return [...files, `insert into public.search_synonyms (words) values\n${rows.join(",\n")};\n`].join("\n");
}
