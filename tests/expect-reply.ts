import { expect } from "vitest";

/** Checks the status and the JSON of a response. */
export async function expectReply(answer: Response, status: number, body: unknown): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([status, body]);
}
