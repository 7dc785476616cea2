import { t } from "#app/messages/t.ts";
import { Row } from "#app/ui/row.tsx";
import { UserText } from "#app/ui/user-text.tsx";
import styles from "./customer-tag-list.module.css";

/** Read-only list of tags; hidden if there are none. */
export function CustomerTagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Row as="ul" gap={1} aria-label={t("Tags")}>
      {tags.map((tag) => (
        <li key={tag} className={styles.tag}>
          <UserText>{tag}</UserText>
        </li>
      ))}
    </Row>
  );
}
