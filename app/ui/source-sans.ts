import latinFont from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";

/** Link that loads the Latin font with the page. */
export const PRELOAD_SOURCE_SANS = {
  rel: "preload",
  as: "font",
  type: "font/woff2",
  href: latinFont,
  crossOrigin: "anonymous",
} as const;

/** Range of the Latin font in the package's style sheet. */
const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";

/**
 * Script for the head that declares the Latin font. If a style sheet declared it, Chromium would apply a late font when
 * style sheets that a script adds load out of order: docs/decisions/010-a-late-font-waits-for-the-next-page.md.
 */
export const DECLARE_SOURCE_SANS_SCRIPT = import.meta.env.SSR
  ? `(function(fonts){fonts.add(new FontFace("Source Sans 3 Variable","url(${latinFont})",{weight:"200 900",display:"optional",unicodeRange:"${LATIN}"}))})(document.fonts)`
  : "";
