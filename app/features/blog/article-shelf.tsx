import { FormMessage } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Shelf, ShelfItem } from "#app/ui/shelf.tsx";
import type { ArticlePreview } from "./article.ts";
import { ArticleCard } from "./article-card.tsx";

/** Newest articles in a row; null if they could not be read. */
export function ArticleShelf({ articles }: { articles: readonly ArticlePreview[] | null }) {
  if (articles?.length === 0) return null;
  return (
    <Section title="From our blog" more={{ to: "/blog", label: "See All", describedAs: "See All articles" }}>
      {articles ? (
        <Shelf label="articles" itemWidth="wide">
          {articles.map((article) => (
            <ShelfItem key={article.id}>
              <ArticleCard article={article} headingLevel={3} />
            </ShelfItem>
          ))}
        </Shelf>
      ) : (
        <FormMessage>Failed to load blogs</FormMessage>
      )}
    </Section>
  );
}
