import { useEffect } from "react";
import { Link } from "react-router";
import { ProductsMenu } from "#app/features/catalog/products-menu.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { searchAddress } from "./normalize-search.ts";
import styles from "./nothing-found.module.css";

const noted = new Set<string>();

/** Reports a search without results, anonymously and only once while the page is open. */
function recordZeroResultSearch(words: string): void {
  if (noted.has(words)) return;
  noted.add(words);
  import("#app/platform/browser-data.ts")
    .then(({ getBrowserData }) => getBrowserData().rest.rpc("record_zero_result_search", { query: words }))
    // Not awaited: a failure does not matter.
    .catch(() => undefined);
}

/** Help shown for a search without results: similar searches, all categories, and contact details. */
export function NothingFound({ words, nearest, phone }: { words: string; nearest: readonly string[]; phone: string }) {
  useEffect(() => recordZeroResultSearch(words), [words]);
  return (
    <>
      <p>
        {nodes(t("No products found for <words/>. Does it have another name? Call us: <phone/>"), {
          words: <strong>{words}</strong>,
          phone: <a href={phoneAddress(phone)}>{phone}</a>,
        })}
      </p>
      {nearest.length > 0 ? (
        <Section title={t("Did you mean")}>
          <Row as="ul" gap={2}>
            {nearest.map((word) => (
              <li key={word}>
                <Link to={searchAddress(word)} className={styles.word}>
                  {word}
                </Link>
              </li>
            ))}
          </Row>
        </Section>
      ) : null}
      <Section title={t("All categories")}>
        <ProductsMenu />
      </Section>
    </>
  );
}
