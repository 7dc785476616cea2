/**
 * Runs before anything else of the page. When the page's scripts cannot be loaded or do not run, what only
 * works with them is switched off, and the page says so instead of standing there half alive. Only the
 * server's half of the build needs the text: in the browser it would be bytes for nothing. The browser's
 * entry writes data-scripts="ready" once the page is alive; what fails after that is another matter.
 */
export const WATCH_SCRIPTS_SCRIPT = import.meta.env.SSR
  ? `(function(d){var h=d.documentElement,off=function(){if(h.dataset.scripts)return;h.dataset.scripts="failed";d.querySelectorAll("button,input,select,textarea").forEach(function(e){e.disabled=true})};
var fail=function(){d.readyState==="loading"?d.addEventListener("DOMContentLoaded",off):off()};
addEventListener("error",function(e){if(e.target.tagName==="SCRIPT")fail()},true);
addEventListener("unhandledrejection",function(e){if(e.reason instanceof TypeError)fail()})})(document)`
  : "";
