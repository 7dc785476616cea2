import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import { RadioGroup, RadioOption } from "#app/ui/radio-choice.tsx";
import type { ArticleDraft, Publication } from "./article-draft.ts";

/** Fields of the three points of an article. */
export function ArticlePoints({
  points,
  onChange,
}: {
  points: ArticleDraft["points"];
  onChange: (points: ArticleDraft["points"]) => void;
}) {
  return (
    <>
      {points.map((point, place) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the list always has three items in the same order.
          key={place}
          label={t("Point {number}", { number: place + 1 })}
          name={`point${place + 1}`}
          value={point}
          onValue={(value) => {
            const [one = "", two = "", three = ""] = points.with(place, value);
            onChange([one, two, three]);
          }}
        />
      ))}
    </>
  );
}

/** Choice of draft, published now, or at a time. */
export function Visibility({
  draft,
  isPublic,
  problem,
  onChange,
}: {
  draft: ArticleDraft;
  isPublic: boolean;
  problem: string | undefined;
  onChange: (changed: Partial<ArticleDraft>) => void;
}) {
  const publication = (value: Publication) => ({
    name: "publication",
    value,
    checked: draft.publication === value,
    onChange: () => onChange({ publication: value }),
  });
  return (
    <>
      <RadioGroup legend={t("When")}>
        <RadioOption {...publication("draft")} label={isPublic ? t("Unpublish: back to draft") : t("Draft")} />
        <RadioOption {...publication("public")} label={isPublic ? t("Published") : t("Publish now")} />
        <RadioOption {...publication("later")} label={t("Publish later")} />
      </RadioGroup>
      {draft.publication === "later" ? (
        <TextField
          label={t("Publish at")}
          name="publishAt"
          type="datetime-local"
          hint={t("Store time")}
          value={draft.publishAt}
          error={problem}
          onValue={(publishAt) => onChange({ publishAt })}
        />
      ) : null}
    </>
  );
}
