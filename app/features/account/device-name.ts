/** The first that fits names it: most browsers also claim to be the later ones. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const DEVICES: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "a Chromebook"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Returns the names of browser and device for a user agent. */
export function deviceName(userAgent: string | null): string {
  const find = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent ?? ""))?.[1];
  const [browser, device] = [find(BROWSERS), find(DEVICES)];
  if (browser && device) return `${browser} on ${device}`;
  return browser ?? (device ? `Unknown browser on ${device}` : "An unknown device");
}
