import { html } from "hono/html";
import type { Html } from "./html.ts";

/**
 * Returns a form with one button and hidden fields.
 * @param describedBy id of the element that describes the button
 */
export function actionForm(action: string, fields: Record<string, string>, label: string, describedBy?: string): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const description = describedBy && html` aria-describedby="${describedBy}"`;
  return html`<form method="post" action="/sandbox/stripe/actions/${action}">${hidden}<button${description}>${label}</button></form>\n`;
}
