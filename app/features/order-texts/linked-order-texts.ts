import type { CommandResult } from "#app/features/orders/command-result.ts";
import { type LinkedOrder, type LinkedOrderRow, postToken, toLinkedOrder } from "#app/features/orders/linked-order.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { readAnswer, readErrorBody, readWithRetries } from "#app/platform/reads.ts";
import { type OrderTexts, type OrderTextsRow, orderTextsFromRow } from "./order-texts.ts";
import type { OrderTextCommands } from "./set-order-texts.ts";
import { questionFromRow, type SubstitutionQuestion, type SubstitutionQuestionRow } from "./substitution-question.ts";

/** An order as the link of a text shows it. */
export interface TextedOrder {
  linked: LinkedOrder;
  /** Null: the store sends no texts any more. */
  texts: OrderTexts | null;
  questions: SubstitutionQuestion[];
}

interface TextedOrderRow {
  order: LinkedOrderRow;
  texts: OrderTextsRow;
  questions: SubstitutionQuestionRow[];
}

/** Whether it is the token of a text, which is shorter than that of an email. */
export function isTextToken(token: string): boolean {
  return /^[\w-]{48}$/.test(token);
}

/** It can't be canceled by the link of a text. @throws ReadRejectedError for a link that is wrong or too old, with a message for people */
export function readTextedOrder(token: string): Promise<TextedOrder> {
  return readWithRetries(["texted-order", token], async () => {
    const { order, texts, questions } = await readAnswer<TextedOrderRow>(await postToken("/api/texts", token));
    return {
      linked: { ...toLinkedOrder(order), canCancel: false },
      texts: orderTextsFromRow(texts),
      questions: questions.map(questionFromRow),
    };
  });
}

/** For whoever has the link of a text. */
export function linkedOrderTexts(token: string): OrderTextCommands {
  return {
    start: async (channel, wordingVersion) =>
      resultOf(await post("/api/texts/start", { token, channel, wordingVersion })),
    stop: async () => resultOf(await postToken("/api/texts/stop", token)),
  };
}

/** Answers a question for whoever has the link of a text. */
export async function answerSubstitution(
  token: string,
  substitutionId: number,
  answer: "accepted" | "left_out",
): Promise<CommandResult> {
  return resultOf(await post("/api/texts/answer", { token, substitutionId, answer }));
}

/** The token is in the body, because logs would keep a URL. */
function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": currentLocale() },
    body: JSON.stringify(body),
  });
}

async function resultOf(answer: Response): Promise<CommandResult> {
  if (answer.ok) return { kind: "done" };
  const { error } = await readErrorBody(answer);
  const message = answer.status < 500 ? error : undefined;
  return { kind: "rejected", message: message ?? t("We couldn't reach the store. Try again.") };
}
