import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import type { HtmlEscapedString } from "hono/utils/html";
import type { SandboxDashboard } from "../dashboard.ts";
import { StripeSandboxError } from "../stripe-error.ts";
import type { Html } from "./html.ts";
import { paymentListHtml } from "./payment-list.ts";
import { paymentHtml } from "./payment-page.ts";

const PATH = "/sandbox/stripe";
const POLICY = ["form-action 'self'"];
const STYLES = join(import.meta.dirname, "sandbox-pages.css");

/** Responds with a complete page: the HTML document around the content, headers, and content security policy. */
export type ShowPage = (
  c: Context,
  page: {
    title: string;
    content: HtmlEscapedString;
    stylesheet: string;
    policy: readonly string[];
    status: 200 | 400 | 404;
  },
) => Response | Promise<Response>;

/** Status messages by the `done` value in the redirect's query. */
const DONE: Readonly<Record<string, string>> = {
  refunded: "Refund created.",
  captured: "Payment captured.",
  canceled: "Hold released.",
  settled: "Outcome set.",
  over: "The outcome was already set.",
  delivered: "Event delivered. The response is shown beside it.",
  held: "Events are now on hold.",
  released: "Waiting events delivered.",
  late: "The next payment will be delayed.",
  prompt: "The next payment will be processed at once.",
};

/** Runs an action with the fields of its form, and returns the key of its status message. */
type PaymentAction = (form: Record<string, string | undefined>) => Promise<keyof typeof DONE>;

/**
 * Creates the pages of `/sandbox/stripe`, which show and change payments like Stripe's dashboard: plain HTML and forms.
 * Forms of other sites are rejected. The caller decides who may open the pages.
 * @param options.styles CSS of the surrounding document, served in one stylesheet with the pages' own
 */
export function createSandboxPages(options: { dashboard: SandboxDashboard; showPage: ShowPage; styles: string }): Hono {
  const { dashboard } = options;
  const styles = `${options.styles}\n${readFileSync(STYLES, "utf8")}`;
  const pages = new Hono();

  pages.get("/", (c) => show(c, "Payment sandbox", list(c)));
  pages.get("/style.css", (c) => c.body(styles, 200, { "content-type": "text/css; charset=utf-8" }));
  pages.get("/payments/:id", (c) => showPayment(c, c.req.param("id")));

  pages.use("/actions/*", csrf(), bodyLimit({ maxSize: 16 * 1024 }));
  pages.post("/actions/hold", async (c) => {
    await dashboard.holdDeliveries();
    return c.redirect(`${PATH}?done=held`, 303);
  });
  pages.post("/actions/release", async (c) => {
    const { order } = await readForm(c);
    await dashboard.releaseDeliveries(order === "reversed" ? "reversed" : "as they happened");
    return c.redirect(`${PATH}?done=released`, 303);
  });
  pages.post("/actions/next-payment", async (c) => {
    const isLate = (await readForm(c)).late === "yes";
    await dashboard.makeNextPaymentLate(isLate);
    return c.redirect(`${PATH}?done=${isLate ? "late" : "prompt"}`, 303);
  });
  const onPayments: Record<string, PaymentAction> = {
    refund: async ({ payment = "", amount }) => {
      await dashboard.refund(payment, amount === undefined ? null : readCents(amount));
      return "refunded";
    },
    capture: async ({ payment = "", amount }) => {
      await dashboard.capture(payment, amount === undefined ? null : readCents(amount));
      return "captured";
    },
    cancel: async ({ payment = "" }) => {
      await dashboard.cancel(payment);
      return "canceled";
    },
    expire: async ({ payment = "" }) => ((await dashboard.expire(payment)) ? "canceled" : "over"),
    settle: async ({ id = "", outcome }) =>
      (await dashboard.settle(id, outcome === "fail" ? "fail" : "succeed")) ? "settled" : "over",
    deliver: async ({ event = "" }) => {
      await dashboard.deliverAgain(event);
      return "delivered";
    },
  };
  for (const [name, act] of Object.entries(onPayments)) pages.post(`/actions/${name}`, (c) => onPayment(c, act));
  pages.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  });
  return pages;

  async function show(c: Context, title: string, content: Html, status: 200 | 400 | 404 = 200) {
    const page = { title, content: await content, stylesheet: `${PATH}/style.css`, policy: POLICY, status };
    return options.showPage(c, page);
  }

  function list(c: Context): Html {
    const page = Number(c.req.query("page") ?? "1");
    return html`${done(c)}${paymentListHtml(dashboard, Number.isInteger(page) && page > 0 ? page : 1)}`;
  }

  function showPayment(c: Context, id: string, problem?: string): Response | Promise<Response> {
    const payment = dashboard.findPayment(id);
    if (!payment) return show(c, "No such payment", html`<p><a href="${PATH}">All payments</a></p>`, 404);
    const alert = problem ? html`<p role="alert">${problem}</p>` : done(c);
    const content = html`${alert}${paymentHtml(payment, dashboard.settings().isHolding)}`;
    return show(c, "Payment", content, problem ? 400 : 200);
  }

  /** Runs an action on a payment and shows the payment again, with the sandbox's error if it failed. */
  async function onPayment(c: Context, act: PaymentAction): Promise<Response> {
    const form = await readForm(c);
    const id = form.payment ?? "";
    try {
      const word = await act(form);
      return c.redirect(`${PATH}/payments/${encodeURIComponent(id)}?done=${word}`, 303);
    } catch (error) {
      if (error instanceof StripeSandboxError) return showPayment(c, id, error.message);
      throw error;
    }
  }
}

function done(c: Context): Html | null {
  const word = c.req.query("done") ?? "";
  return Object.hasOwn(DONE, word) ? html`<p role="status">${DONE[word]}</p>` : null;
}

async function readForm(c: Context): Promise<Record<string, string | undefined>> {
  const form = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** @throws StripeSandboxError if it is not an amount in dollars */
function readCents(text: string): number {
  const match = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) {
    throw new StripeSandboxError(400, {
      type: "invalid_request_error",
      message: "Enter the amount in dollars, like 12.50.",
    });
  }
  const [, dollars = "0", cents = ""] = match;
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
