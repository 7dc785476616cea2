/**
 * Runs before anything else of the page. A button that is pressed before its script has come is pressed again
 * once the page is alive, instead of doing nothing: the last one, once. A form is not sent as its bare address
 * meanwhile. Links need no script. The browser's entry tells when the page is alive.
 */
export const KEEP_EARLY_PRESSES_SCRIPT = import.meta.env.SSR
  ? `(function(d){var kept,keep=function(e,button){if(d.documentElement.dataset.scripts||!button)return;e.preventDefault();e.stopImmediatePropagation();kept=button};
addEventListener("click",function(e){keep(e,e.target.closest&&e.target.closest("button"))},true);
addEventListener("submit",function(e){keep(e,e.submitter)},true);
addEventListener("page-is-alive",function(){kept&&kept.isConnected&&kept.click()})})(document)`
  : "";
