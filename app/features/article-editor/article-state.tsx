import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { publicationOf } from "./article-draft.ts";

/** Publication status of an article, with its date. */
export function ArticleState({ publishAt }: { publishAt: string | null }) {
  if (publishAt === null) return t("Draft");
  return nodes(
    publicationOf(publishAt, new Date()) === "public" ? t("Published <time/>") : t("Will be published <time/>"),
    { time: <DateTime at={publishAt} /> },
  );
}
