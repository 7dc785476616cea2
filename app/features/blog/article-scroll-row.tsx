import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { ScrollRow, ScrollRowItem } from "#app/ui/scroll-row.tsx";
import { Section } from "#app/ui/section.tsx";
import type { ArticlePreview } from "./article.ts";
import { ArticleCard } from "./article-card.tsx";

/** Row of the newest articles, or an error message if they could not be read. Renders nothing if there are none. */
export function ArticleScrollRow({ articles }: { articles: readonly ArticlePreview[] | null }) {
  if (articles?.length === 0) return null;
  return (
    <Section title={t("From our blog")} more={{ to: "/blog", label: t("See All"), describedAs: t("See All articles") }}>
      {articles ? (
        <ScrollRow label={t("articles")} itemWidth="wide">
          {articles.map((article) => (
            <ScrollRowItem key={article.id}>
              <ArticleCard article={article} headingLevel={3} />
            </ScrollRowItem>
          ))}
        </ScrollRow>
      ) : (
        <FormMessage>{t("Failed to load blogs")}</FormMessage>
      )}
    </Section>
  );
}
