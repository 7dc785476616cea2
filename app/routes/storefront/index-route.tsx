import { redirect } from "react-router";

/**
 * Redirects "/" to /home in the browser, unless the URL has a hash. The layout route around this one renders the home
 * page.
 */
export function clientLoader() {
  if (window.location.hash === "") throw redirect("/home");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return null;
}

export default function IndexRoute() {
  return null;
}
