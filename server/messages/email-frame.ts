import { readFileSync } from "node:fs";
import { join } from "node:path";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { type Html, html } from "#server/base/html.ts";

/** Store details around every message. */
export type Sender = { name: string; phone: string; email: string };

/** Block of a message, rendered as text and as HTML. */
export type Block =
  | { kind: "paragraph"; text: string }
  /** The link that an email asks for is a button. */
  | { kind: "button" | "link"; text: string; address: string }
  /** Six digits to enter on another device. */
  | { kind: "code"; code: string }
  /** Label and value of each line; the last line is set apart. */
  | { kind: "sums"; rows: readonly (readonly [label: string, amount: string])[] };

export type FramedEmail = { text: string; html: string };

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** Puts blocks between the store's name above and its contact details below. Everything is escaped. */
export function frameEmail(shop: Sender, title: string, blocks: readonly Block[]): FramedEmail {
  const closing = `${shop.name} · ${shop.phone} · ${shop.email}`;
  return {
    text: [title, ...blocks.map(asText), `--\n${closing}`].join("\n\n"),
    html: String(html`<!doctype html>
<html lang="${currentLocale()}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin: 0 auto; max-width: 560px; padding: 16px; font: 16px/1.5 Arial, sans-serif">
<p style="margin: 0; padding: 16px; border-radius: 12px; background: ${FRAME}; color: ${ON_FRAME}; font-size: 18px; font-weight: bold">${shop.name}</p>
<h1 style="margin: 24px 0 16px; font-size: 24px; line-height: 1.2">${title}</h1>
${blocks.map(asHtml)}<p style="margin-top: 24px; font-size: 14px">${closing}</p>
</body></html>`),
  };
}

function asText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "button":
    case "link":
      return `${labeled(block.text, "").trimEnd()}\n${block.address}`;
    case "code":
      return block.code;
    case "sums":
      return block.rows
        .map(([label, amount]) => {
          // The amount follows the first line of the label.
          const [name = "", ...more] = label.split("\n");
          return [labeled(name, amount), ...more].join("\n");
        })
        .join("\n");
  }
}

/** French has a space before the colon. */
const labeled = (name: string, value: string): string => t("{name}: {value}", { name, value });

function asHtml(block: Block): Html {
  switch (block.kind) {
    case "paragraph":
      return html`<p>${withBreaks(block.text)}</p>
`;
    case "link":
      return html`<p><a href="${block.address}" style="color: inherit">${block.text}</a></p>
`;
    case "button":
      return html`<p><a href="${block.address}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${ACTION}; color: ${ON_ACTION}; font-weight: bold; text-decoration: none">${block.text}</a></p>
`;
    case "code":
      return html`<p style="font-size: 24px; letter-spacing: 4px"><strong>${block.code}</strong></p>
`;
    case "sums":
      return html`<table role="presentation" style="width: 100%; border-collapse: collapse">${block.rows.map(asRow)}</table>
`;
  }
}

function withBreaks(text: string): Html[] {
  return text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}

function asRow(
  [label, amount]: readonly [label: string, amount: string],
  index: number,
  rows: readonly unknown[],
): Html {
  const style = index === rows.length - 1 ? "padding: 8px 0; font-weight: bold" : "padding: 8px 0";
  return html`<tr><td style="${style}; overflow-wrap: anywhere">${withBreaks(label)}</td><td style="${style}; text-align: right; white-space: nowrap">${amount}</td></tr>
`;
}

/** Mail clients do not support custom properties, so emails contain the light values of the store's tokens. */
const tokens = readFileSync(join(import.meta.dirname, "..", "..", "app", "styles", "tokens.css"), "utf8");
const FRAME = colorOf("frame");
const ON_FRAME = colorOf("on-frame");
const ACTION = colorOf("action");
const ON_ACTION = colorOf("on-action");

function colorOf(token: string): string {
  const value = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens)?.[1];
  if (!value) throw new Error(`tokens.css has no color --${token}.`);
  return value;
}
