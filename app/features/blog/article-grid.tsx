import type { ArticlePreview } from "./article.ts";
import { ArticleCard } from "./article-card.tsx";
import styles from "./article-grid.module.css";

export function ArticleGrid({ articles }: { articles: readonly ArticlePreview[] }) {
  return (
    <ul className={styles.grid}>
      {articles.map((article) => (
        <li key={article.id}>
          <ArticleCard article={article} isFirst />
        </li>
      ))}
    </ul>
  );
}
