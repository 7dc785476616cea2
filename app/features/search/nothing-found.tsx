import { useEffect } from "react";
import { Link } from "react-router";
import { ProductsMenu } from "#app/features/catalogue/products-menu.tsx";
import { Section } from "#app/ui/section.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { searchAddress } from "./normalize-search.ts";
import styles from "./nothing-found.module.css";
import { recordZeroResultSearch } from "./record-zero-result-search.ts";

/** Help after a search without results: similar searches, all categories, and contact details. */
export function NothingFound({ words, nearest, phone }: { words: string; nearest: readonly string[]; phone: string }) {
  useEffect(() => recordZeroResultSearch(words), [words]);
  return (
    <>
      <p>
        No products found for <strong>{words}</strong>. Does it have another name? Call us:{" "}
        <a href={phoneAddress(phone)}>{phone}</a>
      </p>
      {nearest.length > 0 ? (
        <Section title="Did you mean">
          <ul className={styles.words}>
            {nearest.map((word) => (
              <li key={word}>
                <Link to={searchAddress(word)} className={styles.word}>
                  {word}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="All categories">
        <ProductsMenu />
      </Section>
    </>
  );
}
