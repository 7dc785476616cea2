import { escapeHtml } from "#server/local-tools/html.ts";

/** A form of one button, with what the action needs to know. @param describedBy id of what the button is about */
export function actionForm(
  action: string,
  fields: Record<string, string>,
  label: string,
  describedBy?: string,
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const description = describedBy ? ` aria-describedby="${escapeHtml(describedBy)}"` : "";
  return `<form method="post" action="/sandbox/stripe/actions/${action}">${hidden.join("")}<button${description}>${label}</button></form>\n`;
}
