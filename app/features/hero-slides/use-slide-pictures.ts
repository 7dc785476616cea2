import { useRef, useState } from "react";
import { PREPARING, prepared } from "#app/features/images/use-picture-list.ts";
import type { SlidePictures } from "./slides-draft.ts";

/** Returns the newly chosen images of slides, which are resized and rotated one by one. */
export function useSlidePictures() {
  const [pictures, setPictures] = useState<SlidePictures>({});
  const latest = useRef(pictures);
  const underWay = useRef(Promise.resolve());

  function set(next: SlidePictures) {
    latest.current = next;
    setPictures(next);
  }

  return {
    pictures,
    choose(id: string, file: File) {
      set({ ...latest.current, [id]: PREPARING });
      underWay.current = underWay.current.then(async () => {
        const picture = await prepared(file);
        set({ ...latest.current, [id]: picture });
      });
    },
    /** @param sent the images that were saved; those chosen since stay */
    forget: (sent: SlidePictures = latest.current) =>
      set(Object.fromEntries(Object.entries(latest.current).filter(([id, picture]) => picture !== sent[id]))),
    /** Resolves with all chosen images once they are processed. */
    async whenReady(): Promise<SlidePictures> {
      await underWay.current;
      return latest.current;
    },
  };
}
