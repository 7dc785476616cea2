import type { Stripe } from "stripe";

/** The `error` object of Stripe's responses: https://docs.stripe.com/api/errors */
export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Partial<Stripe.PaymentIntent>;
  payment_method?: Stripe.PaymentMethod;
}

/** Error response of the sandbox, in Stripe's format. */
export class StripeSandboxError extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 413;
  readonly body: StripeErrorBody;

  constructor(status: 400 | 401 | 402 | 403 | 404 | 413, body: StripeErrorBody) {
    super(body.message);
    this.name = "StripeSandboxError";
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentation(body.code) } : body;
  }
}

export function invalidRequest(
  message: string,
  details: Partial<Omit<StripeErrorBody, "type" | "message">> = {},
): StripeSandboxError {
  return new StripeSandboxError(400, { type: "invalid_request_error", message, ...details });
}

export function notFound(kind: string, id: string, param = "id"): StripeSandboxError {
  return new StripeSandboxError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export function documentation(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
}
