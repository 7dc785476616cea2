import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./order-texts.module.css";
import { answerText, questionText, type SubstitutionAnswer } from "./substitution-answer.ts";

/** Substitution questions texted to the customer and their answers, for staff. Renders nothing without questions. */
export function SubstitutionAnswers({
  answers,
  canAnswer,
}: {
  answers: readonly SubstitutionAnswer[];
  /** False once the order is packed. */
  canAnswer: boolean;
}) {
  if (answers.length === 0) return null;
  return (
    <PanelSection title={t("Questions about replacements")}>
      <ul className={styles.answers}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <p>{questionText(answer)}</p>
            <p className={textStyles.meta}>
              <strong>{answerText(answer, canAnswer)}</strong>
              {" · "}
              {answer.answeredAt === null ? (
                nodes(t("proposed <time/>"), { time: <DateTime at={answer.createdAt} /> })
              ) : (
                <DateTime at={answer.answeredAt} />
              )}
            </p>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
