import { type ReactNode, useState } from "react";
import {
  data,
  Link,
  NavLink,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from "react-router";
import { CartLink } from "#app/features/cart/cart-link.tsx";
import { ProductsMenu } from "#app/features/catalog/products-menu.tsx";
import { ZipCheckSlot } from "#app/features/checkout/zip-check-slot.tsx";
import { SearchBox } from "#app/features/search/search-box.tsx";
import { BannerLine } from "#app/features/store/banner-line.tsx";
import { framedProblem } from "#app/features/store/framed-problem.tsx";
import { deliveryTitle } from "#app/features/store/free-delivery.ts";
import { MessageLink } from "#app/features/store/message-link.tsx";
import { OpenNow } from "#app/features/store/open-now.tsx";
import { localHoursText } from "#app/features/store/opening-hours.ts";
import { SocialLinks, StoreFooter } from "#app/features/store/store-footer.tsx";
import { loadStoreFrame } from "#app/features/store/store-frame-loader.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { StoreContexts } from "#app/features/store/store-settings-context.tsx";
import { LanguageLinks, LanguageMenu } from "#app/features/translations/language-menu.tsx";
import { LanguageProposalSlot } from "#app/features/translations/language-proposal-slot.tsx";
import { translateSettings } from "#app/features/translations/translated-settings.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { t } from "#app/messages/t.ts";
import { publicDataContext } from "#app/platform/contexts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pending } from "#app/ui/pending.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import { cacheClock } from "#app/values/wall-clock.ts";
import type { Route } from "./+types/storefront-layout";
import styles from "./storefront-layout.module.css";

const FREE_DELIVERY = "/home#whyChooseUs";
const pageLinks = () => [
  { to: "/about", label: t("About") },
  { to: "/blog", label: t("Blog") },
  { to: "/recipes", label: t("Recipes") },
  { to: "/contact", label: t("Contact") },
];

export async function loader({ context }: Route.LoaderArgs) {
  const frame = await loadStoreFrame(context);
  const settings = await inPageLanguage(context.get(publicDataContext), frame.settings, translateSettings).catch(() => {
    // Show the page in English, but do not cache it.
    throw data({ settings: frame.settings }, { status: 503 });
  });
  return { ...frame, settings };
}

/** Does not reload the settings with every navigation, so that a failing page leaves header and footer in place. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  cacheClock(loaderData.clock);
  return (
    <StorefrontFrame settings={loaderData.settings}>
      <Outlet />
    </StorefrontFrame>
  );
}

export const ErrorBoundary = framedProblem(StorefrontFrame);

function StorefrontFrame({ settings, children }: { settings: StoreSettings; children: ReactNode }) {
  const navigation = useNavigation();
  return (
    <StoreContexts settings={settings}>
      <BannerLine settings={settings} />
      <header className={styles.header}>
        <TopBar settings={settings} />
        <MainBar settings={settings} />
      </header>
      <LanguageProposalSlot />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Pending isPending={navigation.state === "loading"}>{children}</Pending>
      </main>
      <StoreFooter settings={settings} languages={<LanguageLinks />} />
    </StoreContexts>
  );
}

function TopBar({ settings }: { settings: StoreSettings }) {
  return (
    <div className={styles.topBar}>
      <div className={styles.topBarRow}>
        <div className={styles.hours}>
          <p className={styles.allHours}>{settings.openingHours.map(localHoursText).join(" · ")}</p>
          <OpenNow settings={settings} />
        </div>
        <ThemeSwitch />
        <LanguageMenu />
        <Link to="/auth" className={styles.account}>
          <Icon name="person" /> {t("Account")}
        </Link>
        <SocialLinks links={settings.socialLinks} label={t("Follow us")} />
      </div>
    </div>
  );
}

function MainBar({ settings }: { settings: StoreSettings }) {
  const menuKey = useMenuKey();
  const [isMenuUsed, setMenuUsed] = useState(false);
  return (
    <div className={styles.mainBar}>
      <Link to="/" className={styles.logo}>
        {settings.logo && <Picture src={settings.logo} alt="" width={160} height={160} />}
        {settings.name}
      </Link>
      <SearchBox />
      <nav aria-label={t("Main")} className={styles.wideMenu}>
        <Disclosure
          key={menuKey}
          variant="dropdown"
          summary={
            <>
              {t("Products")} <Icon name="chevron" />
            </>
          }
        >
          <ProductsMenu />
        </Disclosure>
        <PageLinks />
        <ButtonLink to={FREE_DELIVERY} variation="secondary">
          <Icon name="truck" /> {deliveryTitle(settings)}
        </ButtonLink>
      </nav>
      <CartLink />
      <nav aria-label={t("Menu")} className={styles.narrowMenu}>
        <Disclosure
          key={menuKey}
          variant="cover"
          onOpen={() => setMenuUsed(true)}
          summary={
            <>
              <Icon name="menu" /> {t("Menu")}
            </>
          }
        >
          <Stack gap={4}>
            <ButtonLink to={FREE_DELIVERY} isWide>
              <Icon name="truck" /> {deliveryTitle(settings)}
            </ButtonLink>
            <ZipCheckSlot isUsed={isMenuUsed} />
            <div>
              <p className={styles.coverTitle}>{t("Products")}</p>
              <ProductsMenu />
            </div>
            <div className={styles.coverLinks}>
              <PageLinks />
              <Link to="/auth" className={styles.pageLink}>
                {t("Account")}
              </Link>
              <a href={phoneAddress(settings.phone)} className={styles.pageLink}>
                {settings.phone}
              </a>
              <MessageLink className={styles.pageLink} />
            </div>
          </Stack>
        </Disclosure>
      </nav>
    </div>
  );
}

/**
 * Returns a React key that changes with each navigation, so that menus are closed on a new page. The redirect from "/"
 * to "/home" keeps the key, so that a menu opened before the scripts ran stays open.
 */
function useMenuKey(): string {
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState({ key, pathname, menuKey: key });
  if (shown.key === key) return shown.menuKey;
  const menuKey = shown.pathname === "/" && pathname === "/home" ? shown.menuKey : key;
  setShown({ key, pathname, menuKey });
  return menuKey;
}

function PageLinks() {
  return pageLinks().map((page) => (
    <NavLink key={page.to} to={page.to} className={`${styles.pageLink}`}>
      {page.label}
    </NavLink>
  ));
}
