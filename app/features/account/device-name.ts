import { t } from "#app/messages/t.ts";

/** The first match wins: most browsers also send the names of browsers further down the list. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const devices = (): typeof BROWSERS => [
  [/\biPhone\b/, t("an iPhone")],
  [/\biPad\b/, t("an iPad")],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, t("a Chromebook")],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, t("a Mac")],
  [/\bLinux\b/, "Linux"],
];

/** Returns the names of browser and device for a user agent. */
export function deviceName(userAgent: string | null): string {
  const find = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent ?? ""))?.[1];
  const [browser, device] = [find(BROWSERS), find(devices())];
  if (browser && device) return t("{browser} on {device}", { browser, device });
  return browser ?? (device ? t("Unknown browser on {device}", { device }) : t("An unknown device"));
}
