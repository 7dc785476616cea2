import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { isUuid } from "#app/values/ids.ts";

/** Signs and reads links in order texts, short enough for an SMS. */
export interface TextLinks {
  /**
   * Signs a token.
   * @param since start of its 30 days
   */
  sign(orderId: string, since: Date): string;
  /** Returns the id of the order; null if the token is wrong or expired. */
  read(token: string): string | null;
}

const LIFETIME_SECONDS = 30 * 24 * 60 * 60;
const ID_BYTES = 16;
const EXPIRY_BYTES = 4;
const SIGNATURE_BYTES = 16;

/**
 * Creates links whose token contains the order's id, the expiry in seconds, and 128 bits of an HMAC-SHA-256 over both.
 * The HMAC key is derived (HKDF, RFC 5869) from the service role's key. A token has 48 characters; a JSON Web Token has
 * about 180.
 * @param secret a new secret invalidates all links
 * @param now replaced in tests
 */
export function createTextLinks(secret: string, now: () => Date = () => new Date()): TextLinks {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "order text link", 32));
  const signatureOf = (content: Buffer) =>
    createHmac("sha256", key).update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (orderId, since) => {
      const content = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
      content.write(orderId.replaceAll("-", ""), "hex");
      content.writeUInt32BE(Math.floor(since.getTime() / 1000) + LIFETIME_SECONDS, ID_BYTES);
      return Buffer.concat([content, signatureOf(content)]).toString("base64url");
    },
    read: (token) => {
      if (!/^[\w-]{48}$/.test(token)) return null;
      const bytes = Buffer.from(token, "base64url");
      const content = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES + EXPIRY_BYTES), signatureOf(content))) return null;
      if (content.readUInt32BE(ID_BYTES) * 1000 <= now().getTime()) return null;
      const id = content.toString("hex", 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
      return isUuid(id) ? id : null;
    },
  };
}
