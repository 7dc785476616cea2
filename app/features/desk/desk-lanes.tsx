import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { type Desk, type DeskCard, LANE_TITLES, LANES, type Lane } from "./desk.ts";
import styles from "./desk-page.module.css";

/** Columns of the order board; on a phone one of them, chosen by a tab. */
export function DeskLanes({
  lanes,
  counts,
  renderCard,
  onMore,
}: {
  lanes: Readonly<Record<Lane, readonly DeskCard[]>>;
  counts: Desk["counts"];
  renderCard: (card: DeskCard) => ReactNode;
  onMore: (lane: Lane, last: DeskCard) => Promise<void>;
}) {
  const [chosenLane, setChosenLane] = useState<Lane>("to_pack");
  return (
    <>
      <div className={styles.tabs}>
        {LANES.map((lane) => (
          <button
            key={lane}
            type="button"
            className={styles.tab}
            aria-pressed={lane === chosenLane}
            onClick={() => setChosenLane(lane)}
          >
            {LANE_TITLES[lane]} <span className={styles.count}>{countText(counts[lane])}</span>
          </button>
        ))}
      </div>
      <div className={styles.lanes}>
        {LANES.map((lane) => (
          <section
            key={lane}
            aria-labelledby={`lane-${lane}`}
            className={styles.lane}
            data-chosen={lane === chosenLane || undefined}
          >
            <h2 id={`lane-${lane}`} className={styles.laneTitle}>
              {LANE_TITLES[lane]} <span className={styles.count}>{countText(counts[lane])}</span>
            </h2>
            {lanes[lane].length === 0 ? <p className={styles.empty}>{EMPTY[lane]}</p> : null}
            <ul className={styles.cards}>{lanes[lane].map(renderCard)}</ul>
            <ShowMore lane={lane} cards={lanes[lane]} count={counts[lane]} onMore={onMore} />
          </section>
        ))}
      </div>
    </>
  );
}

const EMPTY: Record<Lane, string> = {
  to_pack: "Nothing waits to be packed.",
  packing: "Nothing is being packed.",
  waiting: "Nothing waits to be fetched or brought.",
  done: "Nothing was handed over today yet.",
};

function ShowMore({
  lane,
  cards,
  count,
  onMore,
}: {
  lane: Lane;
  cards: readonly DeskCard[];
  count: number;
  onMore: (lane: Lane, last: DeskCard) => Promise<void>;
}) {
  const { isBusy, run } = useAttempt();
  const last = cards.at(-1);
  if (!last || count <= cards.length) return null;
  return (
    <Button
      variation="secondary"
      isWide
      disabled={isBusy}
      onClick={() =>
        run(async () => {
          await onMore(lane, last);
          return null;
        })
      }
    >
      Show more
    </Button>
  );
}

/** Counts of what is open end at a thousand. */
function countText(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
