import { Link } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { langOf } from "#app/values/untranslated.ts";
import { type ArticlePreview, articlePath } from "./article.ts";
import styles from "./article-card.module.css";

export function ArticleCard({
  article,
  headingLevel = 2,
  isFirst = false,
}: {
  article: ArticlePreview;
  headingLevel?: 2 | 3;
  isFirst?: boolean;
}) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <Picture
          src={article.image}
          alt=""
          width={1200}
          height={800}
          sizes={isFirst ? "(min-width: 768px) 50vw, 100vw" : undefined}
          isFirst={isFirst}
        />
      </div>
      <Heading lang={langOf(article, "name")} className={styles.name}>
        <Link to={articlePath(article)} prefetch="intent" className={textStyles.nameLink}>
          {article.name}
        </Link>
      </Heading>
    </article>
  );
}

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
