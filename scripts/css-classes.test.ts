import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Class names that a component uses but its CSS module does not define. */
function missingClasses(file: string): string[] {
  const code = readFileSync(file, "utf8");
  return [...code.matchAll(/^import (\w+) from "([^"]+\.module\.css)"/gm)].flatMap(([, name, path]) => {
    if (name === undefined || path === undefined) return [];
    const css = path.startsWith("#app/") ? join(ROOT, path.slice(1)) : join(dirname(file), path);
    const defined = new Set([...readFileSync(css, "utf8").matchAll(/\.([a-zA-Z]\w*)/g)].map(([, each]) => each));
    return [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))]
      .filter(([, each]) => !defined.has(each))
      .map(([, each]) => `${file.slice(ROOT.length + 1)}: ${each}`);
  });
}

test("each class that a component uses is defined in its CSS module", () => {
  const files = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => join(ROOT, "app", file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
