import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { type CurrentUser, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { signOut } from "#app/features/account/sign-in.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { version } from "#package.json" with { type: "json" };
import styles from "./desk-frame.module.css";
import { DeskIcon } from "./desk-icon.tsx";
import {
  breadcrumbOf,
  type DeskLocation,
  type DeskSection,
  findDeskPage,
  isAddressAllowed,
  isInMenuEntry,
  sectionsFor,
  tabsOf,
} from "./desk-pages.ts";
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
  // Until the user is known, the owner's breadcrumb and tabs take the space of theirs. The server renders them without
  // the query, which must not differ on hydration.
  const location = user
    ? findDeskPage(address, sections)
    : findDeskPage({ ...address, search: "" }, sectionsFor({ role: "owner" }));
  // The open topic, "" for the list of all; null while help is closed.
  const [help, setHelp] = useState<string | null>(null);
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
          <AccessEnded user={user} />
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
            onClose={() => setHelp(null)}
          />
        </Suspense>
      ) : null}
      {user ? <BottomBar userLinks={userLinks} sections={sections} location={location} /> : null}
    </div>
  );
}

/** Shown instead of a page that the user's new role may not open. */
function AccessEnded({ user }: { user: CurrentUser }) {
  return (
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

function SectionLinks({ sections, location }: { sections: readonly DeskSection[]; location: DeskLocation | null }) {
  return (
    <ul className={styles.sections}>
      {sections.map((section) => {
        const isOpen = section === location?.section;
        const first = section.pages[0];
        if (!first) return null;
        const hasEntries = section.pages.some((page) => page !== first && !page.under);
        return (
          <li key={section.label}>
            <Link
              to={first.to}
              className={styles.section}
              data-open={isOpen || undefined}
              aria-current={isOpen && location.page === first && location.isExact ? "page" : isOpen && !hasEntries}
            >
              <DeskIcon name={section.icon} /> {section.label}
            </Link>
            {isOpen && hasEntries ? <PageLinks section={section} location={location} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function PageLinks({ section, location }: { section: DeskSection; location: DeskLocation | null }) {
  return (
    <ul className={styles.pages}>
      {section.pages
        .filter(({ under }) => !under)
        .map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              className={styles.page}
              aria-current={
                isInMenuEntry(location, page)
                  ? page === location?.page && location.isExact
                    ? "page"
                    : "true"
                  : undefined
              }
            >
              {page.label}
            </Link>
          </li>
        ))}
    </ul>
  );
}

function UserLinks({ user, languages }: { user: CurrentUser; languages: ReactNode }) {
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt();

  function handleLogout() {
    return run(async () => {
      // Navigates first, so that a page with unsaved changes can show its prompt; if the user stays, the session is
      // kept.
      await navigate("/auth");
      if (splitLocale(window.location.pathname).path !== "/auth") return null;
      const problem = await signOut(getBrowserData());
      if (problem !== null) showToast({ kind: "error", text: problem });
      return null;
    });
  }

  return (
    <div className={styles.user}>
      <p className={styles.userName}>
        <UserText>{user.name ?? user.email}</UserText>
      </p>
      <Link to="/home" className={styles.page}>
        <DeskIcon name="store" /> {t("View store")}
      </Link>
      <Link to="/auth" className={styles.page}>
        <Icon name="person" /> {t("Account")}
      </Link>
      <div className={styles.userActions}>
        <Button size="small" variation="secondary" disabled={isBusy} onClick={handleLogout}>
          {t("Log out")}
        </Button>
        <ThemeSwitch />
      </div>
      <ul aria-label={t("Language")} className={styles.languages}>
        {languages}
      </ul>
      <p className={styles.userName}>{t("Version {version}", { version })}</p>
    </div>
  );
}

/** Navigation on phones; items that don't fit are under "More". */
function BottomBar({
  userLinks,
  sections,
  location,
}: {
  userLinks: ReactNode;
  sections: readonly DeskSection[];
  location: DeskLocation | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const onBar = sections.filter((section) => section.isOnBar);
  const isOnBar = location !== null && onBar.includes(location.section);
  return (
    <nav aria-label={t("Back office, main pages")} className={styles.bottomBar} data-bottom-bar>
      {onBar.map((section) => (
        <Link
          key={section.label}
          to={section.pages[0]?.to ?? "/desk"}
          className={styles.tab}
          aria-current={section === location?.section ? "page" : undefined}
        >
          <DeskIcon name={section.icon} /> {section.label}
        </Link>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        data-current={(location !== null && !isOnBar) || undefined}
        onClick={() => setOpen(true)}
      >
        <DeskIcon name="more" /> {t("More")}
      </button>
      {isOpen ? (
        <Dialog title={t("All pages")} onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside handle the keyboard. */}
          <div
            className={styles.sheet}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest("a")) setOpen(false);
            }}
          >
            {sections.map((section) => (
              <section key={section.label}>
                <h3 className={styles.groupTitle}>
                  <DeskIcon name={section.icon} /> {section.label}
                </h3>
                <PageLinks section={section} location={location} />
              </section>
            ))}
            {userLinks}
          </div>
        </Dialog>
      ) : null}
    </nav>
  );
}
