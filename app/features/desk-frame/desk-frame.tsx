import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Link, useLocation, useMatches } from "react-router";
import { mayManage, mayPack } from "#app/features/account/current-user.ts";
import { t } from "#app/messages/t.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import styles from "./desk-frame.module.css";
import { DeskIcon } from "./desk-icon.tsx";
import { BottomBar, SectionLinks, UserLinks } from "./desk-menu.tsx";
import { breadcrumbOf, type DeskLocation, findDeskPage, isAddressAllowed, sectionsFor, tabsOf } from "./desk-pages.ts";
import { PaletteButton } from "./palette-button.tsx";
import type { FindItems } from "./palette-items.ts";
import { useDeskUser } from "./use-desk-user.ts";

const HelpPanel = lazy(() => import("./help-panel.tsx"));

/** Frame of every page of the back office: a rail on a laptop, a bar at the top and at the bottom on a phone. */
export function DeskFrame({
  shopName,
  logo,
  alerts,
  notice,
  languages,
  findItems,
  children,
}: {
  shopName: string;
  logo: string;
  /** Bell with the alerts of managers. */
  alerts: ReactNode;
  /** Returns a notice above every page. */
  notice: (isOwner: boolean) => ReactNode;
  /** Links to the page in other languages. */
  languages: ReactNode;
  findItems: FindItems;
  children: ReactNode;
}) {
  const user = useDeskUser();
  const address = useLocation();
  const sections = user ? sectionsFor(user) : [];
  const isUnknown = useMatches().at(-1)?.params["*"] !== undefined;
  // Until the user is known, the owner's breadcrumb and tabs take the space of theirs. They must not differ on
  // hydration: the server renders them without the query, and one page for all unknown paths.
  const location = user
    ? findDeskPage(address, sections)
    : findDeskPage({ pathname: isUnknown ? "/desk/-" : address.pathname, search: "" }, sectionsFor({ role: "owner" }));
  // The open topic, "" for the list of all; null while help is closed.
  const [help, setHelp] = useState<string | null>(null);
  const helpButton = useRef<HTMLButtonElement>(null);
  const userLinks = user ? <UserLinks user={user} languages={languages} /> : null;
  return (
    <div
      className={styles.frame}
      data-full={location?.page.to === "/desk/till" || undefined}
      data-help={help !== null || undefined}
    >
      <header className={styles.bar}>
        <Link to="/desk" className={styles.name}>
          {logo ? <Picture src={logo} alt="" width={160} height={160} /> : null}
          <span>{shopName}</span>
        </Link>
        <div className={styles.tools}>
          {user ? <PaletteButton user={user} findItems={findItems} onHelp={setHelp} /> : null}
          {user && mayManage(user) ? alerts : null}
          {user ? (
            <span className={styles.tool}>
              <IconButton
                ref={helpButton}
                label={t("Help")}
                aria-expanded={help !== null}
                onClick={() => setHelp(help === null ? "" : null)}
              >
                <DeskIcon name="help" />
              </IconButton>
            </span>
          ) : null}
        </div>
        <div className={styles.wide}>
          <nav aria-label={t("Back office")} className={styles.rail}>
            <SectionLinks sections={sections} location={location} />
          </nav>
          {userLinks}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {user && !isAddressAllowed(address, user) ? (
          <Page>
            <title>{t("Access ended")}</title>
            <h1>{t("You no longer have access to this page")}</h1>
            <p role="status">{t("Your role was changed. Ask the owner if you need this page.")}</p>
            <div>
              {mayPack(user) ? (
                <ButtonLink to="/desk">{t("Order board")}</ButtonLink>
              ) : user.role === "driver" ? (
                <ButtonLink to="/desk/my-run">{t("My run")}</ButtonLink>
              ) : (
                <ButtonLink to="/auth">{t("Account")}</ButtonLink>
              )}
            </div>
          </Page>
        ) : (
          <>
            {user ? notice(user.role === "owner") : null}
            {location ? <PageBreadcrumb location={location} isAwaited={user === null} /> : null}
            {location?.isExact ? <PageTabs location={location} isAwaited={user === null} /> : null}
            {children}
          </>
        )}
      </main>
      {user && help !== null ? (
        <Suspense fallback={null}>
          <HelpPanel
            topicId={help}
            pages={new Map(sections.flatMap(({ pages }) => pages.map(({ to, label }) => [to, label])))}
            onOpen={setHelp}
            onClose={() => {
              setHelp(null);
              helpButton.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
      {user ? <BottomBar userLinks={userLinks} sections={sections} location={location} /> : null}
    </div>
  );
}

function PageBreadcrumb({ location, isAwaited }: { location: DeskLocation; isAwaited: boolean }) {
  const steps = breadcrumbOf(location);
  if (steps.length === 0) return null;
  return (
    <div className={styles.breadcrumb} data-is-awaited={isAwaited || undefined}>
      <Breadcrumb steps={steps} here={location.isExact ? location.page.label : null} />
    </div>
  );
}

/** Links to the pages that share a menu entry with this one. */
function PageTabs({ location, isAwaited }: { location: DeskLocation; isAwaited: boolean }) {
  const tabs = tabsOf(location);
  const head = tabs[0];
  if (!head) return null;
  return (
    <nav
      aria-label={t("Pages of {page}", { page: head.label })}
      className={styles.tabs}
      data-is-awaited={isAwaited || undefined}
    >
      {tabs.map((page) => (
        <Link key={page.to} to={page.to} aria-current={page === location.page ? "page" : undefined}>
          {page.label}
        </Link>
      ))}
    </nav>
  );
}
