import type { Hono } from "hono";
import { AuthError } from "./auth-error.ts";
import { deleteFactor, getFactor, lockUser } from "./factors.ts";
import { isUuid } from "./request-body.ts";
import type { ServiceContext } from "./service-context.ts";
import { findUserById, listFactors, presentFactor } from "./users.ts";

/** `/admin/users/{id}/factors`: the way back in for who lost their authenticator. Behind the service role. */
export function addAdminFactorRoutes(app: Hono, { sql }: ServiceContext): void {
  app.get("/admin/users/:id/factors", async (c) => {
    const userId = await requireUser(c.req.param("id"));
    return c.json((await listFactors(sql, userId)).map(presentFactor));
  });

  app.delete("/admin/users/:id/factors/:factorId", async (c) => {
    const userId = await requireUser(c.req.param("id"));
    const deleted = await sql.begin(async (transaction) => {
      await lockUser(transaction, userId);
      const factor = await getFactor(transaction, userId, c.req.param("factorId"));
      await deleteFactor(transaction, factor.id);
      return factor;
    });
    return c.json(presentFactor(deleted));
  });

  async function requireUser(id: string): Promise<string> {
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
    const user = await findUserById(sql, id);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    return user.id;
  }
}
