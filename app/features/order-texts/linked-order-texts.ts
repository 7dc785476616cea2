import { checkAnswer, type LinkedOrderRow, post, toLinkedOrder } from "#app/features/orders/linked-order.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";
import { type OrderTextsRow, orderTextsFromRow } from "./order-texts.ts";
import type { OrderTextCommands } from "./order-texts-queries.ts";
import { questionFromRow, type SubstitutionQuestionRow } from "./substitution-question.ts";

/** Order as shown by the link in a text message. */
export type TextedOrder = Awaited<ReturnType<typeof readTextedOrder>>;

type TextedOrderRow = { order: LinkedOrderRow; texts: OrderTextsRow; questions: SubstitutionQuestionRow[] };

/** Returns whether a token is from a text message, whose tokens are shorter than those of emails. */
export function isTextToken(token: string): boolean {
  return /^[\w-]{48}$/.test(token);
}

/**
 * Reads the order of a text's link, which does not allow canceling.
 * @throws ReadRejectedError for an invalid or expired link, with a message for users
 */
export function readTextedOrder(token: string) {
  return readWithRetries(["texted-order", token], async () => {
    const { order, texts, questions } = await readAnswer<TextedOrderRow>(await post("/api/texts", { token }));
    return {
      linked: { ...toLinkedOrder(order), canCancel: false },
      /** Null if the store does not send texts anymore. */
      texts: orderTextsFromRow(texts),
      questions: questions.map(questionFromRow),
    };
  });
}

/** Returns commands to turn texts on and off with the link of a text; no login needed. */
export function linkedOrderTexts(token: string): OrderTextCommands {
  return {
    start: async (channel, wordingVersion) =>
      checkAnswer(await post("/api/texts/start", { token, channel, wordingVersion })),
    stop: async () => checkAnswer(await post("/api/texts/stop", { token })),
  };
}

/** Answers a substitution question with the link of a text; no login needed. */
export async function answerSubstitution(
  token: string,
  substitutionId: number,
  answer: "accepted" | "left_out",
): Promise<void> {
  await checkAnswer(await post("/api/texts/answer", { token, substitutionId, answer }));
}
