import { Hono } from "hono";
import { currentLocale } from "#app/messages/current-locale.ts";
import type { Locale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { dayText, shopDayOf } from "#app/values/shop-clock.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { Finding } from "#server/base/finding.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import { testEmail } from "#server/messages/test-email.ts";
import type { PaymentMode } from "#server/payments/open-payments.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ReceivedCharges } from "#server/payments/received-charges.ts";
import { dataOf } from "./caller.ts";
import { requireOwner } from "./owner.ts";

/**
 * Creates the endpoints of the setup checklist, with the owner's bearer token.
 * `GET /first-steps` checks the store's address, accounts, payments, email, disk, and backups, and returns `[{ subject,
 * level: good | note | wrong, text, remedy? }]`, without secrets. Concurrent requests in one language share one
 * response. `POST /first-steps/mail` sends a message to the owner's own address, and returns `{ to }`. `POST
 * /first-steps/charge` tests payments, and returns `{ isDone, steps: [{ level, text, remedy? }] }`: charges and refunds
 * a test card, or in live mode, where no card is charged, checks keys, webhook, and account. Success is recorded.
 * Errors, as `{ error }`: 401 without a valid token, 404 for others; for the email, 409 without a mail server or
 * address, and 502 with the mail server's message if it rejects the email.
 */
export function createSetupChecklistEndpoint({
  data,
  check,
  mailer,
  payments,
  paymentMode,
  checkPayments,
  charges,
}: {
  data: ShopData;
  /** Null without a mail server. */
  mailer: Pick<Mailer, "send"> | null;
  check: () => Promise<Finding[]>;
  payments: Pick<PaymentProvider, "tryCharge">;
  paymentMode: PaymentMode;
  checkPayments: () => Promise<Finding[]>;
  charges: Pick<ReceivedCharges, "wait">;
}): Hono {
  /** Running checks, by language. */
  const underWay = new Map<Locale, Promise<Finding[]>>();
  return new Hono()
    .get("/first-steps", async (c) => {
      const token = await requireOwner(data, c);
      const locale = currentLocale();
      const running = underWay.get(locale) ?? check().finally(() => underWay.delete(locale));
      underWay.set(locale, running);
      const found = await running;
      const tried = dataOf(await data.as(token).rpc("payments_tried").maybeSingle());
      const { timeZone } = await lastKnownStoreSettings(data);
      return c.json([...found, aboutTrial(tried, paymentMode, timeZone)]);
    })
    .post("/first-steps/charge", async (c) => {
      const token = await requireOwner(data, c);
      const steps: Pick<Finding, "level" | "text" | "remedy">[] =
        paymentMode === "live" ? await checkPayments() : await payments.tryCharge(charges.wait);
      const isDone = steps.every(({ level }) => level !== "wrong");
      if (isDone) await data.as(token).rpc("record_payments_tried", { mode: paymentMode }).throwOnError();
      return c.json({ isDone, steps });
    })
    .post("/first-steps/mail", async (c) => {
      const token = await requireOwner(data, c);
      if (!mailer) return c.json({ error: t("No mail server is set. Set SMTP_URL and MAIL_FROM.") }, 409);
      const found = await data.public.auth.getUser(token);
      if (found.error) throw failed(found.error);
      const to = found.data.user.email;
      if (!to) return c.json({ error: t("Your account has no email address.") }, 409);
      try {
        await mailer.send(testEmail(to, await lastKnownStoreSettings(data)));
      } catch (error) {
        return c.json(
          { error: t("The mail server rejected the email: {message}", { message: messageOf(error) }) },
          502,
        );
      }
      return c.json({ to });
    });
}

/** Reports the last test charge. It counts only for the payment mode in which it was made. */
function aboutTrial(tried: FunctionRow<"payments_tried"> | null, mode: PaymentMode, timeZone: string): Finding {
  const subject = "Test charge";
  if (tried?.mode !== mode) {
    const text = {
      sandbox: t("No test payment in the sandbox yet."),
      test: t("No test payment in Stripe's test mode yet."),
      live: t("No test payment with the live keys yet."),
    }[mode];
    return { subject, level: mode === "live" ? "wrong" : "note", text };
  }
  const day = dayText(shopDayOf(new Date(tried.at), timeZone));
  const text = {
    sandbox: t("A charge in the sandbox was paid and refunded on {day}.", { day }),
    test: t("A charge in Stripe's test mode was paid and refunded on {day}.", { day }),
    live: t("Keys, webhook, and account worked on {day}.", { day }),
  }[mode];
  return { subject, level: "good", text };
}
