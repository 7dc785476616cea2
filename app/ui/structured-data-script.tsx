/**
 * Structured data of a page. Search engines read the server's HTML, so browsers get no facts and load no code that
 * creates them.
 * @param facts null in browsers: `import.meta.env.SSR ? … : null`
 */
export function StructuredDataScript({ facts }: { facts: readonly object[] | null }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an escaped "<" cannot end the element.
      dangerouslySetInnerHTML={{ __html: facts ? JSON.stringify(facts).replaceAll("<", "\\u003c") : "" }}
    />
  );
}
