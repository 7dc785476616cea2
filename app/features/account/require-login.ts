import { redirect } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";

/**
 * Client middleware of private pages: guests go to /auth and come back after the login. A courtesy
 * only; the row rules keep the data.
 */
export async function requireLogin(
  { request }: { request: Request },
  next: () => Promise<unknown>,
): Promise<void> {
  const { data } = await getBrowserData().auth.getSession();
  if (!data.session) {
    const url = new URL(request.url);
    throw redirect(loginAddress(url.pathname + url.search));
  }
  await next();
}

/** Where a guest signs in to come back to `path`. */
export function loginAddress(path: string): string {
  return `/auth?${new URLSearchParams({ next: path })}`;
}
