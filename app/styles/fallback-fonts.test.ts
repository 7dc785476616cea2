import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Metrics of Source Sans 3 as fractions of the font size, from its font file. */
const SOURCE_SANS = { ascent: 1.024, descent: 0.4 };
/** Average advance widths in units of 1/2048 em, from @capsizecss/metrics 4.3.0. */
const ADVANCES = { Arial: { regular: 913, 600: 983, 700: 983 }, "Segoe UI": { regular: 908, 600: 937, 700: 973 } };

interface Face {
  family: string;
  weights: string;
  size: number;
  ascent: number;
  descent: number;
}

const css = readFileSync(join(import.meta.dirname, "fallback-fonts.css"), "utf8");
const faces: Face[] = [...css.matchAll(/@font-face \{([^}]+)\}/g)].map(([, text = ""]) => {
  const part = (name: string) => new RegExp(`^\\s*${name}: "?([^";]+)"?;$`, "m").exec(text)?.[1] ?? "";
  const percent = (name: string) => Number.parseFloat(part(name)) / 100;
  return {
    family: part("font-family").replace("Source Sans as ", ""),
    weights: part("font-weight"),
    size: percent("size-adjust"),
    ascent: percent("ascent-override"),
    descent: percent("descent-override"),
  };
});

test("every fallback font has the line height of Source Sans at each of four weights", () => {
  const families = [...new Set(faces.map(({ family }) => family))];
  expect(families).toEqual(["Segoe UI", "Arial", "Roboto", "Noto Sans", "DejaVu Sans"]);
  for (const family of families) {
    const weights = faces.filter((face) => face.family === family).map((face) => face.weights);
    expect(weights, family).toEqual(["100 599", "600 699", "700 799", "800 900"]);
  }
  for (const { family, size, ascent, descent } of faces) {
    expect(ascent * size, `${family}, ascent`).toBeCloseTo(SOURCE_SANS.ascent, 2);
    expect(descent * size, `${family}, descent`).toBeCloseTo(SOURCE_SANS.descent, 2);
  }
});

test("Segoe UI is scaled to the width of Arial by their published widths", () => {
  for (const [weights, name] of [
    ["100 599", "regular"],
    ["600 699", 600],
    ["700 799", 700],
    ["800 900", 700],
  ] as const) {
    const size = (family: string) =>
      faces.find((face) => face.family === family && face.weights === weights)?.size ?? 0;
    const arial = size("Arial") * ADVANCES.Arial[name];
    expect((size("Segoe UI") * ADVANCES["Segoe UI"][name]) / arial, weights).toBeCloseTo(1, 2);
  }
});

test("the store's font list has all fallback fonts before the system font", () => {
  const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
  const list = /--font:([^;]+);/.exec(tokens)?.[1] ?? "";
  const named = [...list.matchAll(/"Source Sans as ([^"]+)"/g)].map(([, family]) => family);
  expect(named).toEqual([...new Set(faces.map(({ family }) => family))]);
});
