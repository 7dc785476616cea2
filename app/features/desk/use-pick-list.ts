import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { queryClient, readKey } from "#app/platform/reads.ts";
import { errorText } from "#app/values/error-text.ts";
import type { DeskCard } from "./desk.ts";
import { type PickList, readPickLists } from "./desk-queries.ts";

/** Reads the pick list, and reads it again when the customer or staff change the order. */
export function usePickList(orderId: string, liveCard: DeskCard | null, hasUnsentPicks: boolean) {
  // Picks do not change the version, because the card already contains them.
  const version = liveCard
    ? [
        liveCard.status,
        liveCard.note,
        liveCard.preference,
        liveCard.itemCount,
        ...liveCard.changeIds,
        ...liveCard.answers,
      ].join()
    : String(hasUnsentPicks);
  const queryKey = readKey("pick-list", orderId, version);
  const known = useRef<PickList | null>(null);
  const { data, error, refetch } = useQuery(
    {
      queryKey,
      queryFn: async () => {
        const [found] = await readPickLists(getBrowserData(), [orderId]).catch((reason: unknown) => {
          if (known.current === null) throw reason;
          return [known.current];
        });
        if (!found) throw new Error(t("This order doesn't exist."));
        known.current = found;
        return found;
      },
      // If the order were read before the pick arrives, the line would appear as not picked.
      enabled: liveCard !== null || !hasUnsentPicks || known.current === null,
      placeholderData: keepPreviousData,
      retry: false,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );
  return {
    pickList: data ?? null,
    problem: error && errorText(error),
    version,
    readAgain: async () => void (await refetch()),
    /** Applies a pick to an order that is not on the board, because no event reports it. */
    notePick: (lineId: number, isPacked: boolean) => {
      if (!data) return;
      known.current = withPickedLine(data, lineId, isPacked);
      queryClient.setQueryData(queryKey, known.current);
    },
  };
}

function withPickedLine(pickList: PickList, lineId: number, isPacked: boolean): PickList {
  const others = pickList.card.packedLineIds.filter((id) => id !== lineId);
  return { ...pickList, card: { ...pickList.card, packedLineIds: isPacked ? [...others, lineId] : others } };
}
