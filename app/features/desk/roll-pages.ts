const ROLL_WIDTH_MM = 80;
const MM_PER_PX = 25.4 / 96;

/**
 * Function for the `ref` of sheets on a receipt roll: gives each order a page of its own length. CSS has no page size
 * that fits the content, so the sheets are measured on the screen, where they have the width of the roll.
 */
export function setRollPages(sheets: HTMLDivElement): () => void {
  const style = new CSSStyleSheet();
  const measure = () => style.replaceSync(rollRules([...sheets.children].map(({ clientHeight }) => clientHeight)));
  measure();
  // Fonts and images that load later change a sheet's height.
  const observer = new ResizeObserver(measure);
  for (const sheet of sheets.children) observer.observe(sheet);
  document.adoptedStyleSheets.push(style);
  return () => {
    observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== style);
  };
}

/** @param heights heights of the sheets in px */
function rollRules(heights: readonly number[]): string {
  return heights
    .map((height, index) => {
      const name = `roll-${index + 1}`;
      // Adds a millimeter, so that rounding never moves the last line to a second page.
      const lengthMm = Math.ceil(height * MM_PER_PX) + 1;
      const sheet = `[data-paper="receipt"] > :nth-child(${index + 1})`;
      return `@page ${name} { size: ${ROLL_WIDTH_MM}mm ${lengthMm}mm; margin: 0 }
@media print { ${index === 0 ? `body, ${sheet}` : sheet} { page: ${name} } }`;
    })
    .join("\n");
}
