import { createHash } from "node:crypto";
import { EncryptJWT, type JWTPayload, jwtDecrypt } from "jose";

/** Purpose of an encrypted text; decryption fails with another purpose. */
type EncryptionPurpose = "factor secret" | "provider state";

/**
 * Encrypts claims with the project's secret, so that neither readers of the database nor the browser that carries them
 * can read or change them (JWE, A256GCM).
 * @param seconds lifetime; without it, they never expire
 */
export function encrypt(
  secret: string,
  purpose: EncryptionPurpose,
  claims: JWTPayload,
  seconds?: number,
): Promise<string> {
  const token = new EncryptJWT(claims).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
  if (seconds !== undefined) token.setExpirationTime(`${seconds}s`);
  return token.encrypt(keyFor(secret, purpose));
}

/** Decrypts a result of `encrypt`. @returns null for any other text, another purpose, or an expired one */
export async function decrypt(secret: string, purpose: EncryptionPurpose, sealed: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, keyFor(secret, purpose), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return payload;
  } catch {
    return null;
  }
}

function keyFor(secret: string, purpose: EncryptionPurpose): Uint8Array {
  return createHash("sha256").update(`${purpose}:${secret}`).digest();
}
