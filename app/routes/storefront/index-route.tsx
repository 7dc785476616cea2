import { redirect } from "react-router";

/**
 * The home page is drawn by the route around this one; in the browser its address becomes /home,
 * unless it carries a hash.
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
