import { type ReactNode, use, useSyncExternalStore } from "react";
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import layers from "./styles/layers.css?inline";
import "./styles/tokens.css";
import "./styles/reset.css";
import "./styles/base.css";
import "./styles/fallback-fonts.css";
import "./styles/source-sans.css";
import type { Route } from "./+types/root";
import { RESERVE_BUY_AGAIN_SCRIPT } from "./features/buy-again/reserved-space.ts";
import { currentLocale } from "./messages/current-locale.ts";
import { languageTag, localizedPath } from "./messages/locales.ts";
import { publicConfigContext } from "./platform/contexts.ts";
import { PROPOSE_LANGUAGE_SCRIPT } from "./platform/language-choice.ts";
import { type Outage, readOutage, watchOutage } from "./platform/outage.ts";
import { PUBLIC_CONFIG_ELEMENT_ID, type PublicConfig } from "./platform/public-config.ts";
import { ScriptNonce } from "./platform/script-nonce.ts";
import { MissingPage } from "./ui/missing-page.tsx";
import { OutageStrip } from "./ui/outage-strip.tsx";
import { HasPictureSizes, PictureOrigin } from "./ui/picture.tsx";
import { Problem } from "./ui/problem.tsx";
import { REPLAY_CLICKS_SCRIPT } from "./ui/replay-clicks.ts";
import { RouteFocus } from "./ui/route-focus.tsx";
import { WATCH_SCRIPTS_SCRIPT } from "./ui/script-failure.ts";
import { ScriptFailureNotice } from "./ui/script-failure-notice.tsx";
import { SkipLink } from "./ui/skip-link.tsx";
import { SmoothAnchors } from "./ui/smooth-anchors.tsx";
import { DECLARE_SOURCE_SANS_SCRIPT, PRELOAD_SOURCE_SANS } from "./ui/source-sans.ts";
import { RESTORE_THEME_SCRIPT } from "./ui/theme.ts";
import { ToastViewport } from "./ui/toast.tsx";

export const links: LinksFunction = () => [
  PRELOAD_SOURCE_SANS,
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: localizedPath(currentLocale(), "/site.webmanifest") },
];

export function loader({ context }: Route.LoaderArgs) {
  return { config: context.get(publicConfigContext) };
}

/** Never reloads, because the public configuration does not change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  // The browser build needs no nonce.
  const own = import.meta.env.SSR ? { nonce: use(ScriptNonce) } : null;
  const language = import.meta.env.SSR ? languageTag(currentLocale()) : document.documentElement.lang;
  return (
    // The scripts below may set data attributes before React hydrates.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose hash is in the content security policy. */}
        <style dangerouslySetInnerHTML={{ __html: layers }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          {...own}
          // The browser build omits these scripts, which have already run.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants, whose hash is in the content security policy.
          dangerouslySetInnerHTML={{
            __html: `${RESTORE_THEME_SCRIPT};${PROPOSE_LANGUAGE_SCRIPT};${DECLARE_SOURCE_SANS_SCRIPT};${RESERVE_BUY_AGAIN_SCRIPT};${WATCH_SCRIPTS_SCRIPT};${REPLAY_CLICKS_SCRIPT}`,
          }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        <ScriptFailureNotice />
        <PictureOrigin value={root?.config.supabaseUrl ?? ""}>
          <HasPictureSizes value={root?.config.hasPictureSizes ?? true}>{children}</HasPictureSizes>
        </PictureOrigin>
        <ToastViewport />
        <ShopOutage />
        {root ? <ConfigElement config={root.config} /> : null}
        <SmoothAnchors />
        <RouteFocus />
        <MissingPage />
        <ScrollRestoration {...own} />
        <Scripts {...own} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content" tabIndex={-1}>
      <Problem error={error} />
    </main>
  );
}

function ShopOutage() {
  return <OutageStrip outage={useSyncExternalStore<Outage>(watchOutage, readOutage, () => "none")} />;
}

function ConfigElement({ config }: { config: PublicConfig }) {
  return (
    <script
      type="application/json"
      id={PUBLIC_CONFIG_ELEMENT_ID}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an escaped "<" cannot end the element.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(config).replaceAll("<", "\\u003c") }}
    />
  );
}
