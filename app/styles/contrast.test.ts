import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** WCAG 2.2, 1.4.3: contrast of text of any size. */
const MIN_CONTRAST = 4.5;
const APP = join(import.meta.dirname, "..");

/** Values of the color tokens in the light and in the dark scheme. */
const tokens = new Map(
  [
    ...readFileSync(join(APP, "styles/tokens.css"), "utf8").matchAll(
      /(--[\w-]+): (light-dark\()?(#\w{6})(?:, (#\w{6}))?/g,
    ),
  ].map(([, name = "", , light = "", dark = light]) => [name, [light, dark] as const]),
);

interface Rule {
  place: string;
  selector: string;
  color: string | undefined;
  background: string | undefined;
  isOverlay: boolean;
}

/** The rules of all style sheets, with their tokens of text and background. */
const rules = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .flatMap((file) => rulesIn(file, readFileSync(join(APP, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")));

function rulesIn(file: string, css: string): Rule[] {
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => ({
    place: `${file}: ${selector.trim()}`,
    selector: selector.trim(),
    color: /(?:^|[;\s])color: var\((--[\w-]+)\)/.exec(body)?.[1],
    background: /(?:^|[;\s])background(?:-color)?: var\((--[\w-]+)\);/.exec(body)?.[1],
    isOverlay:
      (/position: (?:absolute|fixed)/.test(body) && body.includes("z-index")) ||
      css.includes(`${selector.trim()}::backdrop`),
  }));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the schemes in which text in one token's color is hard to read on the other token's. */
function hardToRead(color: string, background: string): string[] {
  return ["light", "dark"].filter((_, scheme) => {
    const [text, ground] = [tokens.get(color)?.[scheme], tokens.get(background)?.[scheme]];
    return text !== undefined && ground !== undefined && contrast(text, ground) < MIN_CONTRAST;
  });
}

test("text has enough contrast in both schemes on the surfaces, tints, and the staff frame", () => {
  const surfaces = ["--ground", "--surface", "--raised", "--tint"];
  const texts = ["--ink", "--ink-soft", "--action", "--action-strong", "--brand", "--danger", "--information"];
  const pairs = [
    ...surfaces.flatMap((surface) => texts.map((text) => [text, surface] as const)),
    ...["--frame", "--frame-deep"].flatMap((frame) =>
      ["--on-frame", "--on-frame-soft"].map((text) => [text, frame] as const),
    ),
  ];
  expect(tokens.size).toBeGreaterThan(30);
  for (const [text, surface] of pairs) expect([text, surface, hardToRead(text, surface)]).toEqual([text, surface, []]);
});

test("each rule with a text color and a background has enough contrast in both schemes", () => {
  // WCAG exempts disabled controls.
  const colored = rules.filter(({ selector, color, background }) => color && background && !/disabled/.test(selector));
  expect(colored.length).toBeGreaterThan(30);
  const faults = colored.flatMap(({ place, color = "", background = "" }) =>
    hardToRead(color, background).map((scheme) => `${place} in ${scheme}`),
  );
  expect(faults).toEqual([]);
});

// A dialog or a menu lies over its page, but inherits the color of the element that opens it, such as the staff frame.
test("a dialog, a menu, or another overlay with a background sets its text color", () => {
  const surfaces = new Set(["--ground", "--surface", "--raised", "--tint"]);
  const overlays = rules.filter(({ isOverlay, background = "" }) => isOverlay && surfaces.has(background));
  expect(overlays.length).toBeGreaterThan(3);
  expect(overlays.filter(({ color }) => !color).map(({ place }) => place)).toEqual([]);
});
