/**
 * Returns claims as a JSON Web Token in compact form, https://www.rfc-editor.org/rfc/rfc7515#section-7.1 For tokens that
 * are signed often: jose signs with Web Crypto, at four times the CPU time. Verify with jose.
 * @param sign returns the signature of the text, made with the header's algorithm
 */
export function signJwt(
  header: { alg: string; typ?: "JWT"; kid?: string },
  claims: object,
  sign: (text: string) => Buffer,
): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign(text).toString("base64url")}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
