import { inspect } from "node:util";
import type { Page as BrowserPage } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { cleanup, fireEvent, render } from "@testing-library/react";
import { type ComponentType, type ContextType, use, useLayoutEffect } from "react";
import {
  createRoutesStub,
  Meta,
  Outlet,
  type Path,
  type RouteObject,
  RouterContextProvider,
  UNSAFE_DataRouterContext,
  useLocation,
} from "react-router";
import { test as base, vi } from "vitest";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import { PUBLIC_CONFIG_ELEMENT_ID, type PublicConfig } from "#app/platform/public-config.ts";
import { queryClient } from "#app/platform/reads.ts";
import routes from "#app/routes.ts";
import { HasPictureSizes, PictureOrigin } from "#app/ui/picture.tsx";
import { RouteFocus } from "#app/ui/route-focus.tsx";
import { ToastViewport } from "#app/ui/toast.tsx";
import { DESKTOP, PHONE } from "#e2e/fixtures/widths.ts";
import type { TestShop } from "../running-shop.ts";
import { dom, ORIGIN } from "./dom.ts";
import { pressKeys, Scope, setIdleCheck, untilIdle, waitFor } from "./locator.ts";
import { connectBrowser, openShop } from "./shop.ts";

export { expectAccessible } from "./accessibility.ts";
export { expect } from "./matchers.ts";
export { openOwnShop } from "./shop.ts";
export { DESKTOP, waitFor };

type Answer = Response | Promise<Response> | undefined;
type DataRouter = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];
type RouteModule = Record<string, never> & {
  default?: ComponentType<object>;
  loader?: (args: object) => unknown;
  clientLoader?: (args: object) => unknown;
};

const modules = import.meta.glob<RouteModule>("/app/routes/**/*-{route,layout}.tsx", { eager: true });

/** A browser tab without layout, with Playwright's names. */
export class Page extends Scope {
  readonly shop: TestShop;
  readonly #config: PublicConfig;
  readonly #initScripts: (() => unknown)[] = [];
  readonly #routes: ((request: Request) => Answer)[] = [];
  #router: DataRouter | null = null;
  #isClosed = false;

  constructor(shop: TestShop) {
    super("body");
    this.shop = shop;
    this.#config = configOf(shop);
    const send = connectBrowser(
      shop,
      (request) => this.#routes.map((route) => route(request)).find(Boolean),
      () => this.#isClosed,
    );
    vi.stubGlobal("fetch", send);
    dom.happyDOM.setViewport(PHONE);
    const load = (url: string | URL) => void this.goto(String(url));
    Object.assign(window.location, { assign: load, replace: load });
  }

  readonly keyboard = { press: pressKeys, type: (text: string) => pressEach(text) };

  /** Loads a page as a new document. */
  async goto(path: string): Promise<void> {
    leavePage();
    for (const run of this.#initScripts) run();
    const { href } = new URL(path, ORIGIN);
    dom.happyDOM.setURL(href);
    document.documentElement.lang = "en-US";
    const Stub = createRoutesStub([this.#root()] as never, contextOf(this.shop, this.#config));
    render(<Stub initialEntries={[href.slice(ORIGIN.length)]} />);
    await waitFor(() => {
      // A test may end while the page that it has led to still loads.
      if (!this.#isClosed && !document.querySelector("main")) throw new Error(`${path} shows no page.`);
    });
  }
  /** For components that differ by width in their markup. A test starts with a phone's. */
  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    dom.happyDOM.setViewport(size);
  }
  reload(): Promise<void> {
    return this.goto(window.location.href);
  }
  async navigateTo(path: string): Promise<void> {
    await this.#router?.navigate(path);
    await untilIdle();
  }
  async goBack(): Promise<void> {
    await this.#router?.navigate(-1);
    await untilIdle();
  }
  async goForward(): Promise<void> {
    await this.#router?.navigate(1);
    await untilIdle();
  }
  url(): string {
    return window.location.href;
  }
  async title(): Promise<string> {
    return document.title;
  }
  readonly addInitScript = ((run: (arg: unknown) => unknown, arg: unknown) =>
    this.#initScripts.push(() => run(arg))) as unknown as BrowserPage["addInitScript"];
  async evaluate<Result, Arg = undefined>(run: (arg: Arg) => Result, arg?: Arg): Promise<Awaited<Result>> {
    return await run(arg as Arg);
  }
  /** Responds itself to requests whose URL matches, or passes them on if there is no response. */
  route(url: RegExp, respond: (request: Request) => Answer): void {
    this.#routes.push((request) => (url.test(request.url) ? respond(request) : undefined));
  }
  /** Holds back requests whose URL matches. @returns the arrival of the first one, and a function that lets them go */
  holdBack(url: RegExp): { arrival: Promise<void>; release: () => void } {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.route(url, async (request) => {
      arrived.resolve();
      await released.promise;
      return this.shop.app.fetch(request);
    });
    return { arrival: arrived.promise, release: released.resolve };
  }
  close(): void {
    leavePage();
    this.#isClosed = true;
  }
  unrouteAll(): void {
    this.#routes.length = 0;
  }
  /** Returns the file that an action saves. */
  async savedFile(act: () => Promise<void>): Promise<{ name: string; text: string }> {
    const contents = vi.spyOn(URL, "createObjectURL");
    const links = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await act();
    const [content] = await waitFor(() => contents.mock.lastCall ?? fail("Nothing was saved."));
    const name = (links.mock.contexts.at(-1) as HTMLAnchorElement).download;
    contents.mockRestore();
    links.mockRestore();
    return { name, text: Buffer.from(await (content as Blob).arrayBuffer()).toString() };
  }

  #root(): RouteObject {
    const Root = () => {
      const { key } = useLocation();
      const router = use(UNSAFE_DataRouterContext)?.router ?? null;
      useLayoutEffect(() => {
        const showAddress = ({ pathname, search, hash }: Path) =>
          dom.happyDOM.setURL(ORIGIN + pathname + search + hash);
        this.#router = router;
        if (router) showAddress(router.state.location);
        return router?.subscribe(({ location }) => showAddress(location));
      }, [router]);
      useLayoutEffect(() => {
        setIdleCheck(() => router?.state.navigation.state === "idle" && router.state.location.key === key);
      });
      return (
        <PictureOrigin value="">
          <HasPictureSizes value>
            <Meta />
            <Outlet />
            <ToastViewport />
            <RouteFocus />
          </HasPictureSizes>
        </PictureOrigin>
      );
    };
    return {
      id: "root",
      path: "/",
      loader: () => ({ config: this.#config }),
      shouldRevalidate: () => false,
      HydrateFallback: NoFallback,
      Component: Root,
      children: (routes as RouteConfigEntry[]).map(routeFrom),
    };
  }
}

/** A route of `app/routes.ts`, whose loader of the server runs in this process. */
function routeFrom({ id, file, path, index, children }: RouteConfigEntry): RouteObject {
  const module = modules[`/app/${file}`];
  const own = {
    id: id ?? file.replace(/\.tsx?$/, ""),
    ...(path === undefined ? {} : { path }),
    ...(module ? partsOf(module) : {}),
  };
  return index ? { ...own, index } : { ...own, ...(children ? { children: children.map(routeFrom) } : {}) };
}

const NoFallback = () => null;

function partsOf({ default: Component, loader, clientLoader, clientMiddleware, ...module }: RouteModule) {
  const load = clientLoader ? (args: object) => clientLoader({ ...args, serverLoader: () => loader?.(args) }) : loader;
  return {
    HydrateFallback: NoFallback,
    ...module,
    ...(Component ? { Component } : {}),
    ...(load ? { loader: load } : {}),
    ...(clientMiddleware ? { middleware: clientMiddleware } : {}),
  };
}

function contextOf(shop: TestShop, config: PublicConfig): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(publicDataContext, shop.data.public);
  context.set(publicConfigContext, config);
  return context;
}

function configOf({ keys }: TestShop): PublicConfig {
  return {
    supabaseUrl: "",
    anonKey: keys.anonKey,
    stripePublishableKey: "pk_test_sandbox",
    shopMode: "demo",
    publicOrigin: ORIGIN,
    mapTileUrl: "",
    hasPictureSizes: true,
    captchaSiteKey: null,
    hasLocalMailbox: true,
    minPasswordLength: 6,
    pushPublicKey: "",
  };
}

/** A part of a test with a title of its own, as Playwright's `test.step`. */
export async function step(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${title}: ${(error as Error).message}`, { cause: error });
  }
}

/** Removes what a document takes with it: its toasts and reads are kept by modules, which tests share. */
function leavePage(): void {
  for (const button of document.querySelectorAll("[data-toast] [aria-label='Close message']")) fireEvent.click(button);
  cleanup();
  queryClient.clear();
}

const inspectWord = (word: unknown): string => (typeof word === "string" ? word : inspect(word));

function fail(message: string): never {
  throw new Error(message);
}

async function pressEach(text: string): Promise<void> {
  for (const key of text) await pressKeys(key);
}

/**
 * happy-dom does not know the element <search>, and leaving a page cancels its reads. A click that leads to a component
 * which reads with `use` is dispatched in `act` by Testing Library, which does not wait for it; on a slow machine the
 * read is not done yet, and React says so.
 */
const EXPECTED_FAULTS = /is unrecognized in this browser|^CancelledError|suspended inside an `act` scope/;

/** Fails every test on an error in the console, unless it was expected with `vi.spyOn`. */
export const test = base.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures one needs.
  page: async ({}, use) => {
    const shop = await openShop();
    const page = new Page(shop);
    document.head.innerHTML = `<script id="${PUBLIC_CONFIG_ELEMENT_ID}" type="application/json"></script>`;
    document.head.querySelector("script")?.append(JSON.stringify(configOf(shop)));
    const logged = vi.spyOn(console, "error");
    await use(page);
    page.close();
    localStorage.clear();
    sessionStorage.clear();
    window.name = "";
    const faults = logged.mock.calls
      .map((words) => words.map(inspectWord).join(" "))
      .filter((text) => !EXPECTED_FAULTS.test(text));
    vi.restoreAllMocks();
    if (faults.length > 0) throw new Error(`The console has errors:\n${faults.join("\n")}`);
  },
});
