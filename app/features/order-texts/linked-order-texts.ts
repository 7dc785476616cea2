import type { CommandResult } from "#app/features/orders/command-result.ts";
import { type LinkedOrder, type LinkedOrderRow, postToken, toLinkedOrder } from "#app/features/orders/linked-order.ts";
import { readAnswer, readErrorBody, readWithRetries } from "#app/platform/reads.ts";
import { type OrderTexts, type OrderTextsRow, orderTextsFromRow } from "./order-texts.ts";
import type { OrderTextCommands } from "./set-order-texts.ts";

/** An order as the link of a text shows it. */
export interface TextedOrder {
  linked: LinkedOrder;
  /** Null: the store sends no texts any more. */
  texts: OrderTexts | null;
}

interface TextedOrderRow {
  order: LinkedOrderRow;
  texts: OrderTextsRow;
}

/** Whether it is the token of a text, which is shorter than that of an email. */
export function isTextToken(token: string): boolean {
  return /^[\w-]{48}$/.test(token);
}

/** It can't be canceled by the link of a text. @throws ReadRejectedError for a link that is wrong or too old, with a message for people */
export function readTextedOrder(token: string): Promise<TextedOrder> {
  return readWithRetries(["texted-order", token], async () => {
    const { order, texts } = await readAnswer<TextedOrderRow>(await postToken("/api/texts", token));
    return { linked: { ...toLinkedOrder(order), canCancel: false }, texts: orderTextsFromRow(texts) };
  });
}

/** For whoever has the link of a text. */
export function linkedOrderTexts(token: string): OrderTextCommands {
  return {
    start: async (channel, wordingVersion) =>
      resultOf(
        await fetch("/api/texts/start", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ token, channel, wordingVersion }),
        }),
      ),
    stop: async () => resultOf(await postToken("/api/texts/stop", token)),
  };
}

async function resultOf(answer: Response): Promise<CommandResult> {
  if (answer.ok) return { kind: "done" };
  const { error } = await readErrorBody(answer);
  const message = answer.status < 500 ? error : undefined;
  return { kind: "rejected", message: message ?? "We couldn't reach the store. Try again." };
}
