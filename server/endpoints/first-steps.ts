import { Hono } from "hono";
import type { Mailer } from "#server/mail/mailer.ts";
import { testMail } from "#server/mail/test-mail.ts";
import type { ShopData } from "#server/platform/shop-data.ts";
import { knownShopRecord } from "#server/platform/shop-record.ts";
import { failed } from "#server/platform/unavailable.ts";
import type { Finding } from "#server/settings/finding.ts";
import { readOwner } from "./owner.ts";

/**
 * `GET /first-steps` with the bearer token of the owner: what the running shop finds about its own address, accounts,
 * payments, mail and backups, as `[{ subject, level: good | note | wrong, text, remedy? }]`, without any secret.
 * Whoever asks while it looks gets the same answer. `POST /first-steps/mail` sends a message to the owner's own address,
 * as `{ to }`.
 * Errors, as `{ error }`: 401 without a valid token, 404 for everybody but the owner; for the mail 409 where there is no
 * mail server or no address, 502 with the mail server's words when it does not take it.
 */
export function createFirstStepsEndpoint({
  data,
  check,
  mailer,
}: {
  data: ShopData;
  /** Null: there is no mail server. */
  mailer: Pick<Mailer, "send"> | null;
  check: () => Promise<Finding[]>;
}): Hono {
  let underWay: Promise<Finding[]> | null = null;
  return new Hono()
    .get("/first-steps", async (c) => {
      const { refusal } = await readOwner(data, c);
      if (refusal) return refusal;
      underWay ??= check().finally(() => {
        underWay = null;
      });
      return c.json(await underWay);
    })
    .post("/first-steps/mail", async (c) => {
      const { refusal, token } = await readOwner(data, c);
      if (refusal) return refusal;
      if (!mailer) return c.json({ error: "There is no mail server: set SMTP_URL and MAIL_FROM." }, 409);
      const found = await data.public.auth.getUser(token);
      if (found.error) throw failed(found.error);
      const to = found.data.user.email;
      if (!to) return c.json({ error: "Your account has no e-mail address." }, 409);
      try {
        await mailer.send(testMail(to, await knownShopRecord(data)));
      } catch (error) {
        return c.json({ error: `The mail server did not take it: ${(error as Error).message}` }, 502);
      }
      return c.json({ to });
    });
}
