/**
 * Script that starts the page's scripts after its first images are decoded, because a page can be read without them.
 * They are downloaded with low priority from the first paint on, so that they are available when the user clicks on a
 * slow connection. A press starts them immediately; so does a timeout of three seconds.
 */
export const START_SCRIPTS = `(function(d){var begun,fetched,fetch=function(){if(fetched)return;fetched=1;d.querySelectorAll("link[rel=later]").forEach(function(l){l.fetchPriority="low";l.rel="modulepreload"})},
begin=function(){if(begun)return;begun=1;fetch();
var s=d.createElement("script");s.type="module";s.textContent=d.querySelector("script[type=later]").textContent;d.head.append(s)};
addEventListener("DOMContentLoaded",function(){requestAnimationFrame(function(){setTimeout(fetch)});Promise.all([].map.call(d.querySelectorAll("img[fetchpriority=high]"),function(i){return i.decode().catch(function(){})})).then(function(){requestAnimationFrame(function(){setTimeout(begin)})});setTimeout(begin,3e3)});
["pointerdown","keydown"].forEach(function(n){addEventListener(n,function(){d.readyState!=="loading"&&begin()},true)})})(document)`;

const STYLE_LINK = /<link rel="stylesheet" href="([^"#]+)(#?)"\/>/g;
const MODULE_SCRIPT = '<script type="module" async="">';
const SPINNER = 'role="progressbar"';

/**
 * Makes a page paint without further requests: inlines its styles, and starts its scripts after the first paint. React
 * expects the links and the script where it rendered them, so they stay but are disabled. A page that is only a spinner
 * starts its scripts immediately.
 * @param readStyles returns the content of a built style sheet by URL; null if there is none
 */
export function paintFirst(html: string, readStyles: (address: string) => string | null): string {
  return startLater(inlineStyles(html, readStyles));
}

function inlineStyles(html: string, readStyles: (address: string) => string | null): string {
  let styles = "";
  const quiet = html.replace(STYLE_LINK, (link: string, address: string, mark: string) => {
    const text = readStyles(address);
    if (text === null) return link;
    styles += text;
    return `<link rel="stylesheet" href="${address}${mark}" disabled=""/>`;
  });
  return styles === "" ? html : quiet.replace("</head>", () => `<style>${styles}</style></head>`);
}

function startLater(html: string): string {
  if (!html.includes(MODULE_SCRIPT) || html.includes(SPINNER)) {
    // React Router cannot set the priority of its preloads.
    return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  }
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(MODULE_SCRIPT, '<script type="later">')
    .replace("</head>", () => `<script>${START_SCRIPTS}</script></head>`);
}
