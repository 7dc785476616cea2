import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, use } from "react";
import { Link } from "react-router";
import { ChartBlock } from "#app/features/reports/chart-block.tsx";
import { getHourChart } from "#app/features/reports/sales-charts.ts";
import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient } from "#app/platform/reads.ts";
import type { PageQuery } from "#app/platform/use-page-query.ts";
import { useRead } from "#app/platform/use-read.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { shopDayOf, shopTimeText } from "#app/values/shop-clock.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import { comparisonText, type Decision, lowStockText, MAX_LOW_STOCK, type NextWindow, type Today } from "./today.ts";
import styles from "./today-page.module.css";

const REFRESH_MS = 60_000;

/** Page of tiles that each link to their list, refreshed every minute. */
export function TodayPage({
  query,
  isOwner,
  listSetup,
}: {
  query: PageQuery<Today>;
  isOwner: boolean;
  /** Returns the open steps of the setup checklist, for the owner. */
  listSetup: () => Promise<Decision[]>;
}) {
  const timeZone = use(ShopTimeZone);
  const {
    data: today,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...query, retry: false, refetchOnMount: false, refetchInterval: REFRESH_MS }, queryClient);
  const asOf = t("As of {time}", { time: shopTimeText(today.readAt, timeZone) });
  return (
    <>
      <Row gap={3} rowGap={1} align="center">
        <h1>{t("Today")}</h1>
        <p role="status" className={textStyles.soft}>
          {isError ? t("{asOf}. We couldn't load the latest figures.", { asOf }) : asOf}
        </p>
        <SmallButton disabled={isFetching} onClick={() => void refetch()}>
          {t("Refresh")}
        </SmallButton>
      </Row>
      <div className={styles.tiles}>
        <PackTile {...today.toPack} />
        <SalesTile today={today} />
        <DecisionTile decisions={today.decisions} isOwner={isOwner} listSetup={listSetup} />
        <WindowsTile windows={today.windows} now={new Date(today.readAt)} />
        <StockTile lowStock={today.lowStock} />
      </div>
      <HourChart day={shopDayOf(new Date(today.readAt), timeZone)} readAt={today.readAt} />
    </>
  );
}

/** Chart of sales by hour; refetched together with the tiles. */
function HourChart({ day, readAt }: { day: string; readAt: string }) {
  const { data: chart, isError } = useRead(["today-hours", day, readAt], () => getHourChart(getBrowserData(), day), {
    placeholderData: keepPreviousData,
  });
  if (isError) return <FormMessage>{t("We couldn't load the sales by hour. Refresh the page.")}</FormMessage>;
  if (!chart) return <p className={textStyles.soft}>{t("Loading sales by hour…")}</p>;
  const note = t("Outlined: the same weekday a week ago.");
  return <ChartBlock chart={{ ...chart, title: t("Sales by hour today"), note }} range={{ from: day, to: day }} />;
}

function Tile({
  title,
  to,
  isUrgent = false,
  isWide = false,
  children,
}: {
  title: string;
  to: string;
  isUrgent?: boolean;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.tile} data-urgent={isUrgent || undefined} data-wide={isWide || undefined}>
      <h2 className={styles.title}>
        <Link to={to} className={styles.link}>
          {title}
        </Link>
      </h2>
      {children}
    </section>
  );
}

function PackTile({ lateCount, todayCount, laterCount }: Today["toPack"]) {
  const total = lateCount + todayCount + laterCount;
  return (
    <Tile title={t("To pack")} to="/desk" isUrgent={lateCount > 0}>
      <p className={styles.figure}>{t("{count, plural, one {# order} other {# orders}}", { count: total })}</p>
      {total === 0 ? (
        <p className={textStyles.soft}>{t("Every order is packed.")}</p>
      ) : (
        <Stack as="ul" gap={1}>
          {lateCount > 0 ? <li className={styles.late}>{t("{count} late", { count: lateCount })}</li> : null}
          <li>{t("{count} for today", { count: todayCount })}</li>
          {laterCount > 0 ? <li>{t("{count} for later", { count: laterCount })}</li> : null}
        </Stack>
      )}
    </Tile>
  );
}

function SalesTile({ today: { sales, weekAgo, weekAgoWholeDay, readAt } }: { today: Today }) {
  const timeZone = use(ShopTimeZone);
  const weekday = dateFormat({ weekday: "long", timeZone }).format(new Date(readAt));
  return (
    <Tile title={t("Sales today")} to="/desk/day">
      <p className={styles.figure}>
        <Money cents={sales.salesCents} />
      </p>
      <p>{t("{count, plural, one {# order} other {# orders}}", { count: sales.orderCount })}</p>
      <p className={textStyles.soft}>{comparisonText(sales.salesCents, weekAgo.salesCents, weekday)}</p>
      {weekAgoWholeDay.salesCents > 0 ? (
        <p className={textStyles.soft}>
          {t("Last {weekday} in all: {sales}", { weekday, sales: moneyText(weekAgoWholeDay.salesCents) })}
        </p>
      ) : null}
    </Tile>
  );
}

function WindowsTile({ windows, now }: { windows: readonly NextWindow[]; now: Date }) {
  const timeZone = use(ShopTimeZone);
  return (
    <Tile title={t("Next times")} to="/desk/settings/windows" isWide>
      {windows.length === 0 ? (
        <p className={textStyles.soft}>{t("Pickup and delivery times are off.")}</p>
      ) : (
        <Stack as="ul" gap={1}>
          {windows.map((window) => (
            <li key={window.deliveryType + window.startsAt} className={styles.window}>
              <span>
                {window.deliveryType === "pickup" ? t("Pickup") : t("Delivery")} ·{" "}
                {nextWindowText(window, timeZone, now)}
              </span>
              <span>
                {window.takenCount >= window.capacity
                  ? t("{taken} of {capacity}, full", { taken: window.takenCount, capacity: window.capacity })
                  : t("{taken} of {capacity}", { taken: window.takenCount, capacity: window.capacity })}
              </span>
              <span
                className={styles.share}
                style={{ "--share": Math.min(window.takenCount / window.capacity, 1) } as CSSProperties}
              />
            </li>
          ))}
        </Stack>
      )}
    </Tile>
  );
}

const STOCK_LINES = 3;

function StockTile({ lowStock }: Pick<Today, "lowStock">) {
  const more = lowStock.length - STOCK_LINES;
  return (
    <Tile title={t("Low stock")} to="/desk/products?stock=low" isWide>
      <p className={styles.figure}>{lowStockText(lowStock.length)}</p>
      {lowStock.length === 0 ? (
        <p className={textStyles.soft}>{t("Nothing is running out.")}</p>
      ) : (
        <Stack as="ul" gap={1}>
          {lowStock.slice(0, STOCK_LINES).map(({ name, leftCount }) => (
            <li key={name}>
              {leftCount === 0
                ? t("{name}: none left", { name })
                : t("{name}: {count} left", { name, count: leftCount })}
            </li>
          ))}
          {more > 0 && lowStock.length < MAX_LOW_STOCK ? (
            <li className={textStyles.soft}>{t("{count} more", { count: more })}</li>
          ) : null}
        </Stack>
      )}
    </Tile>
  );
}

/** Lists open decisions, each with a link to the order or page to make it. */
function DecisionTile({
  decisions,
  isOwner,
  listSetup,
}: {
  decisions: readonly Decision[];
  isOwner: boolean;
  listSetup: () => Promise<Decision[]>;
}) {
  const setup = useRead(["today-setup"], listSetup, { enabled: isOwner });
  const listed = [...decisions, ...(setup.data ?? [])];
  return (
    <section className={styles.tile} data-urgent={decisions.length > 0 || undefined} data-wide>
      <h2 className={styles.title}>{t("Needs a decision")}</h2>
      {listed.length === 0 ? (
        setup.isError ? null : (
          <p className={textStyles.soft}>
            {isOwner && setup.isPending ? t("Checking the setup…") : t("Nothing right now.")}
          </p>
        )
      ) : (
        <Stack as="ul" gap={1}>
          {listed.map(({ text, to }) => (
            <li key={text}>
              <Link to={to} className={styles.decision}>
                {text}
              </Link>
            </li>
          ))}
        </Stack>
      )}
      {setup.isError ? <FormMessage>{t("We couldn't check the setup. Refresh the page.")}</FormMessage> : null}
    </section>
  );
}
