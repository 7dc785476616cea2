/**
 * Returns whether a client has this version, compared weakly with the ETags of its `If-None-Match` header or `*`
 * (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2).
 * @param etag with its quotes, without `W/`
 */
export function isKnownEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === "*" || (ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag) ?? false);
}
