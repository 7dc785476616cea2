import type { ReactNode } from "react";
import { Link } from "react-router";
import { ArticleCard } from "#app/features/blog/article-card.tsx";
import { ChosenFilters, NoneFits } from "#app/features/catalog/chosen-filters.tsx";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { ProductGrid } from "#app/features/catalog/product-card.tsx";
import { filteredAddress, type ProductFilters } from "#app/features/catalog/product-filters.ts";
import { listText } from "#app/messages/list-text.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { Section } from "#app/ui/section.tsx";
import { searchAddress } from "./normalize-search.ts";
import { NothingFound } from "./nothing-found.tsx";
import { findAnswer } from "./search-answers.ts";
import type { SearchPage } from "./search-queries.ts";
import styles from "./search-results.module.css";

/** Results of a product search; `actions` renders the buttons of a card. */
export function SearchResults({
  words,
  found: { products, articles, readAs, unknown, nearest },
  filters,
  phone,
  snapText,
  actions,
}: {
  words: string;
  found: SearchPage;
  filters: ProductFilters;
  phone: string;
  /** Answer to searches for SNAP EBT in a store that accepts it; null in others. */
  snapText: string | null;
  actions: (product: ProductSummary) => ReactNode;
}) {
  const { page, counts } = products;
  const path = searchAddress(words);
  const answer = findAnswer(words, snapText);
  return (
    <>
      {answer ? (
        <section aria-labelledby="answer" className={styles.answer}>
          <h2 id="answer" className={styles.answerTitle}>
            {answer.title}
          </h2>
          <p>
            {answer.text} <Link to={answer.path}>{answer.linkText}</Link>
          </p>
        </section>
      ) : null}
      <ChosenFilters path={path} filters={filters} sizeNames={counts.sizeNames} />
      {counts.all === 0 ? (
        <NothingFound words={words} nearest={nearest} phone={phone} />
      ) : (
        <>
          {readAs ? <p>{nodes(t("Showing results for <words/>"), { words: <strong>{readAs}</strong> })}</p> : null}
          {unknown.length > 0 ? <p>{t("No results for {words}.", { words: listed(unknown) })}</p> : null}
          {page.totalCount === 0 ? <NoneFits path={path} allCount={counts.all} /> : null}
          <ProductGrid products={page.items} actions={actions} />
          <Pagination path={filteredAddress(path, filters)} pageIndex={page.pageIndex} pageCount={page.pageCount} />
        </>
      )}
      {articles.length > 0 ? (
        <Section title={t("From our blog")}>
          <ul className={styles.articles}>
            {articles.map((article) => (
              <li key={article.id}>
                <ArticleCard article={article} headingLevel={3} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function listed(words: readonly string[]): string {
  return listText(
    words.map((word) => `“${word}”`),
    "disjunction",
  );
}
