/** Returns whether the text can be the id of an order, a user, or an email; the database rejects other texts. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Returns a random UUID. crypto.randomUUID is missing over plain HTTP in a local network. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns random bytes in hexadecimal, two characters per byte, which cannot be guessed. */
export function randomHex(byteCount: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(byteCount)));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
