import qrcode from "qrcode-generator";
import { t } from "#app/messages/t.ts";
import styles from "./order-qr-code.module.css";

/** QR code that opens an order's pick list in the back office. */
export function OrderQrCode({ orderId, number }: { orderId: string; number: number }) {
  // Type 0 selects the smallest code that fits; level M stays readable with 15% damage.
  const code = qrcode(0, "M");
  code.addData(`${window.location.origin}/desk?order=${orderId}`);
  code.make();
  const size = code.getModuleCount();
  const all = Array.from({ length: size * size }, (_, index) => ({
    row: Math.floor(index / size),
    column: index % size,
  }));
  const dark = all.filter(({ row, column }) => code.isDark(row, column));
  return (
    // Four modules of white on each side, as the standard requires (ISO/IEC 18004).
    <svg
      role="img"
      aria-label={t("QR code of order {number}", { number })}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      className={styles.code}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={dark.map(({ row, column }) => `M${column} ${row}h1v1h-1z`).join("")} fill="#000" />
    </svg>
  );
}

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
