const BLOCKS = "p, div, li, ul, ol, tr, table, h1, h2, h3, h4, h5, h6, blockquote, section, article";

/**
 * Returns the plain text of an HTML description, with its paragraphs. Scripts in it do not run, and nothing is fetched.
 */
export function textOfHtml(html: string): string {
  const hasTags = /<[a-z!/]/i.test(html);
  if (!hasTags && !html.includes("&")) return html.trim();
  const { body } = new DOMParser().parseFromString(
    hasTags ? html.replaceAll(/\s+/g, " ") : html.replaceAll("<", "&lt;"),
    "text/html",
  );
  for (const silent of body.querySelectorAll("script, style, noscript, template, iframe")) silent.remove();
  for (const line of body.querySelectorAll("br")) line.replaceWith("\n");
  for (const item of body.querySelectorAll("li")) item.prepend("- ");
  for (const block of body.querySelectorAll(BLOCKS)) block.append("\n");
  for (const paragraph of body.querySelectorAll("p")) paragraph.append("\n");
  return body.textContent
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
