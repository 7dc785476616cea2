const MM_PER_PX = 25.4 / 96;

/**
 * Prints a page as long as the receipt. CSS has no page size that fits the content, so the receipt is measured beside
 * the screen.
 * @param paper width of the paper in millimeters
 */
export function printReceipt(receipt: HTMLElement, paper: 58 | 80): void {
  const lengthMm = Math.ceil(receipt.clientHeight * MM_PER_PX) + 1;
  const page = new CSSStyleSheet();
  const size = [paper, lengthMm].map((mm) => `${mm}mm`).join(" ");
  page.replaceSync(`@page { size: ${size}; margin: 0 }`);
  document.adoptedStyleSheets.push(page);
  window.print();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
}
