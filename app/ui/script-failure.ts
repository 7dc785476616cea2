/**
 * Runs before the page's other scripts. If those cannot be loaded or fail, it disables the controls that need them, and
 * the page shows a notice. Only the server's build contains the text, because the browser never needs it. The browser's
 * entry sets data-scripts="ready" after hydration; later failures are handled elsewhere.
 */
export const WATCH_SCRIPTS_SCRIPT = import.meta.env.SSR
  ? `(function(d){var h=d.documentElement,off=function(){if(h.dataset.scripts)return;h.dataset.scripts="failed";d.querySelectorAll("button,input,select,textarea").forEach(function(e){e.disabled=true})};
var fail=function(){d.readyState==="loading"?d.addEventListener("DOMContentLoaded",off):off()};
addEventListener("error",function(e){if(e.target.tagName==="SCRIPT")fail()},true);
addEventListener("unhandledrejection",function(e){if(e.reason instanceof TypeError)fail()})})(document)`
  : "";
