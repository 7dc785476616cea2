import { useRef, useState } from "react";
import type { ProductPicture } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { fitPicture } from "./fit-picture.ts";
import { readAddress } from "./picture-field.tsx";
import { pictureProblem } from "./picture-file.ts";
import { MAX_PICTURES, movePicture, type PictureInForm, picturesInForm } from "./picture-list.ts";

export type PictureList = ReturnType<typeof usePictureList>;

/**
 * Returns the images of a product in the open form. Chosen files are resized and rotated one by one, because a phone
 * has memory for one photo at a time.
 */
export function usePictureList(saved: readonly ProductPicture[]) {
  const [pictures, setPictures] = useState(() => picturesInForm(saved));
  const latest = useRef(pictures);
  const nextKey = useRef(0);
  const underWay = useRef(Promise.resolve());

  function change(next: (before: readonly PictureInForm[]) => PictureInForm[]) {
    latest.current = next(latest.current);
    setPictures(latest.current);
  }

  function set(key: string, changed: Partial<PictureInForm>) {
    change((before) => before.map((each) => (each.key === key ? { ...each, ...changed } : each)));
  }

  function prepare(key: string, file: File) {
    set(key, PREPARING);
    underWay.current = underWay.current.then(async () => set(key, await prepared(file)));
  }

  return {
    pictures,
    /** @returns the number of files beyond the maximum */
    add(files: readonly File[]): number {
      const taken = files.slice(0, MAX_PICTURES - latest.current.length);
      for (const file of taken) {
        const key = String(nextKey.current++);
        change((before) => [...before, { key, alt: "", ...PREPARING }]);
        prepare(key, file);
      }
      return files.length - taken.length;
    },
    replace: prepare,
    describe: (key: string, alt: string) => set(key, { alt }),
    move: (key: string, place: number) => change((before) => movePicture(before, key, place)),
    remove: (key: string) => change((before) => before.filter((each) => each.key !== key)),
    /** @returns false if the maximum was already reached */
    putBack(picture: PictureInForm, place: number): boolean {
      if (latest.current.length >= MAX_PICTURES) return false;
      change((before) => movePicture([...before, picture], picture.key, place));
      return true;
    },
    /** Resolves with all images once the chosen ones are processed. */
    async whenReady(): Promise<readonly PictureInForm[]> {
      await underWay.current;
      return latest.current;
    },
  };
}

export const PREPARING = { preview: "", source: { kind: "preparing" } } satisfies Partial<PictureInForm>;

/** Returns a chosen image, resized and rotated, or its error. */
export async function prepared(file: File): Promise<Pick<PictureInForm, "preview" | "source">> {
  const reject = (problemOf: (label: string) => string) => ({
    preview: "",
    source: { kind: "rejected" as const, problemOf },
  });
  if (pictureProblem("", file) !== null) return reject((label) => pictureProblem(label, file) ?? "");
  const fitted = await fitPicture(file).catch(() => null);
  if (!fitted) {
    return reject((label) =>
      t("{label} is too large, and this browser can't resize it. Choose another image.", { label }),
    );
  }
  return { preview: await readAddress(fitted), source: { kind: "new", file: fitted } };
}
