const HOSTS = ["fcm.googleapis.com", "web.push.apple.com"];
const HOST_ENDINGS = [".push.services.mozilla.com", ".notify.windows.com"];

/**
 * Returns whether a push endpoint belongs to the push service of a known browser. Browsers report their endpoint
 * themselves, and the server must not send requests to any other host.
 */
export function isPushServiceUrl(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return HOSTS.includes(hostname) || HOST_ENDINGS.some((ending) => hostname.endsWith(ending));
}
