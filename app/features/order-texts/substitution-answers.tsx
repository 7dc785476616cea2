import { useId } from "react";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Panel } from "#app/ui/panel.tsx";
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
  const titleId = useId();
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <Panel>
        <h2 id={titleId} className={textStyles.h3}>
          {t("Questions about replacements")}
        </h2>
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
      </Panel>
    </section>
  );
}
