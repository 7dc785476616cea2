import { findVisitor } from "#app/features/account/visitor.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

const answers = new Map<string, Promise<boolean>>();

/** Whether the signed-in person is an admin: asked once for each person and visit, then remembered. */
export function isAdmin(userId: string): Promise<boolean> {
  const known = answers.get(userId);
  if (known) return known;
  const answer = findVisitor(getBrowserData()).then(
    (visitor) => visitor?.role === "admin",
    (error: unknown) => {
      console.error(error);
      answers.delete(userId);
      return false;
    },
  );
  answers.set(userId, answer);
  return answer;
}
