import { DateTime } from "#app/ui/date-time.tsx";
import { publicationOf } from "./article-draft.ts";

/** Whether people read it. */
export function ArticleState({ publishAt }: { publishAt: string | null }) {
  if (publishAt === null) return "Draft";
  const words = publicationOf(publishAt, new Date()) === "public" ? "Published" : "Will be published";
  return (
    <>
      {words} <DateTime at={publishAt} />
    </>
  );
}
