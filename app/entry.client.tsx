import "./platform/older-browsers.ts";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { inTaskOfItsOwn } from "./platform/task-of-its-own.ts";

declare global {
  interface Window {
    /** Data that React Router's inline scripts add to `window`, including the loader data of the page's routes. */
    __reactRouterContext?: { stream?: ReadableStream<Uint8Array> };
  }
}

function Shop() {
  // Tells the scripts in the HTML that React has hydrated the page.
  useEffect(() => {
    document.documentElement.dataset.scripts = "ready";
    dispatchEvent(new Event("page-is-alive"));
    if (import.meta.env.PROD) setTimeout(loadOffline, 2000);
  }, []);
  return <HydratedRouter />;
}

/** Registers the service worker once the page is idle. */
function loadOffline() {
  import("./offline/register-worker.ts").catch(() => undefined);
}

// Keeps two rejections that React Router leaves unhandled out of the console: a redirect thrown while it waits for a page's
// styles, which it still follows, and the end of a page's data that the next navigation aborted.
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  const isRedirect = reason instanceof Response && reason.headers.has("location");
  if (isRedirect || (reason instanceof DOMException && reason.name === "AbortError")) event.preventDefault();
});

// React Router parses this data while React first renders, and would parse all of it within that task. Let the data
// arrive in a later task instead.
const brought = window.__reactRouterContext;
if (brought?.stream) brought.stream = inTaskOfItsOwn(brought.stream);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
});
