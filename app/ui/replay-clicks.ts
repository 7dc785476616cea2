/**
 * Runs before the page's other scripts. It records the last button clicked before hydration and clicks it again after
 * hydration, once. Until then, forms are not submitted as plain GET requests; links need no script. The browser's entry
 * signals hydration.
 */
export const REPLAY_CLICKS_SCRIPT = import.meta.env.SSR
  ? `(function(d){var kept,keep=function(e,button){if(d.documentElement.dataset.scripts||!button)return;e.preventDefault();e.stopImmediatePropagation();kept=button};
addEventListener("click",function(e){keep(e,e.target.closest&&e.target.closest("button"))},true);
addEventListener("submit",function(e){keep(e,e.submitter)},true);
addEventListener("page-is-alive",function(){kept&&kept.isConnected&&kept.click()})})(document)`
  : "";
