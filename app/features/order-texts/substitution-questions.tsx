import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { thenAlways } from "#app/values/then-always.ts";
import { costText, type QuestionItem, resultText, type SubstitutionQuestion } from "./substitution-question.ts";
import styles from "./substitution-questions.module.css";

/**
 * Lists the replacements that staff propose for an order, each with a button to accept it and one to leave it out;
 * hidden without any.
 */
export function SubstitutionQuestions({
  questions,
  onAnswer,
}: {
  questions: readonly SubstitutionQuestion[];
  onAnswer: (id: number, answer: "accepted" | "left_out") => Promise<void>;
}) {
  if (questions.length === 0) return null;
  return (
    <PanelSection title={t("Out of stock")}>
      {questions.some(({ answer, canAnswer }) => answer === null && canAnswer) ? (
        <p>{t("Answer before your order is packed. Without an answer, you get the replacement.")}</p>
      ) : null}
      {questions.map((question) => (
        <Question key={question.id} question={question} onAnswer={onAnswer} />
      ))}
    </PanelSection>
  );
}

function Question({
  question,
  onAnswer,
}: {
  question: SubstitutionQuestion;
  onAnswer: (id: number, answer: "accepted" | "left_out") => Promise<void>;
}) {
  const { isBusy, answer, run } = useAttempt();
  const { id, original, replacement } = question;
  const result = resultText(question);
  const [chosen, setChosen] = useState<SubstitutionQuestion["answer"]>(null);

  function handleAnswer(choice: "accepted" | "left_out") {
    setChosen(choice);
    void run(() => thenAlways(onAnswer(id, choice), invalidateReads));
  }

  return (
    <article className={styles.question} aria-label={original.text}>
      <Item label={t("You ordered")} item={original} />
      {replacement ? <Item label={t("We suggest")} item={replacement} note={costText(question)} /> : null}
      <p role="status" className={styles.result} hidden={result === null}>
        {result}
      </p>
      {result === null && replacement ? (
        <div className={styles.actions}>
          <Button size="large" isWide disabled={isBusy} onClick={() => handleAnswer("accepted")}>
            {partlyHidden(t("Accept replacement<hidden>: {item}</hidden>", { item: replacement.text }))}
          </Button>
          <Button size="large" isWide variation="secondary" disabled={isBusy} onClick={() => handleAnswer("left_out")}>
            {partlyHidden(t("Leave it out and refund<hidden>: {item}</hidden>", { item: original.text }))}
          </Button>
        </div>
      ) : null}
      {/* The answer may be recorded although its response was lost. */}
      <FormAnswer answer={question.answer === chosen ? null : answer} />
    </article>
  );
}

function Item({ label, item, note }: { label: string; item: QuestionItem; note?: string }) {
  return (
    <div className={styles.item}>
      <div className={styles.picture}>
        {item.imageUrl ? <Picture src={item.imageUrl} alt="" width={160} height={160} /> : null}
      </div>
      <div>
        <p className={textStyles.meta}>{label}</p>
        <p className={styles.name}>{item.text}</p>
        {note ? <p className={textStyles.meta}>{note}</p> : null}
      </div>
    </div>
  );
}
