/** A path that starts with a folder of the repository, `./`, or `../`, or a file name with a known extension. */
const NAME =
  /(?<![\w/.@$*{-])(?:(?:\.\.?|app|server|packages|supabase|tests|e2e|bench|scripts|docs|public)\/[\w./-]*\w|[a-z0-9][\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|cjs|sql|md))(?![\w*$({]|\/\w)/g;
/** Names in other projects that look like paths of this repository, and generated files that are not committed. */
const FOREIGN = /^(supabase\/(auth|storage|supabase(-js)?|migrations)|app\/platform\/database-rows\.ts)$/;
const COMMENT = /(?:^|\s)(?:\/\/|--|#) (.*)|^\s*(?:\/\*\*?|\*) ?(.*)/;

/**
 * Returns the files and folders that a document or comment names but that do not exist.
 * @param path path of the file; in `.md` files the whole text is checked
 * @param known paths of all files and folders, relative to the root of the repository
 */
export function missingNames(path: string, text: string, known: ReadonlySet<string>): string[] {
  const isDocument = path.endsWith(".md");
  const words = text
    .split("\n")
    .map((line) => (isDocument ? line : (COMMENT.exec(line)?.slice(1).join("") ?? "")))
    .join("\n");
  const folder = path.split("/").slice(0, -1);
  const names = [...known].map((each) => each.split("/").at(-1));
  return [...words.matchAll(NAME)]
    .map(([name]) => name)
    .filter((name) => {
      if (FOREIGN.test(name)) return false;
      if (!name.includes("/")) return !names.includes(name);
      return !known.has(name) && !known.has(resolved(folder, name));
    });
}

function resolved(folder: readonly string[], name: string): string {
  const parts = [...folder];
  for (const part of name.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
