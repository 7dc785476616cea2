import type { ProductPicture } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";
import { putBack, type Uploads } from "./picture-changes.ts";
import { isSamePictures, type PictureToSave } from "./picture-list.ts";
import { setPictures } from "./product-pictures.ts";

/**
 * Uploads new images, then replaces the product's images by those of its form. Removes the uploads if that fails.
 * @returns the URLs of images to remove once no page shows them; null if nothing changed
 */
export async function savePictures(
  data: BrowserData,
  product: { id: number; name: string; pictures: readonly ProductPicture[] },
  after: readonly PictureToSave[],
  uploads: Extract<Uploads, { kind: "done" }>,
): Promise<string[] | null> {
  if (isSamePictures(product.pictures, after)) return [];
  const pictures = after.map(({ alt }, place) => ({ address: uploads.addresses[place] ?? "", alt }));
  const saved = await setPictures(data, product, product.pictures, pictures).catch(async (error: unknown) => {
    await putBack(data, uploads);
    throw error;
  });
  if (saved === null) {
    await putBack(data, uploads);
    return null;
  }
  const isStillUsed = (address: string) => saved.some((picture) => picture.address === withoutOrigin(address));
  return product.pictures.map(({ address }) => address).filter((address) => !isStillUsed(address));
}

/** Returns the message for a product that was saved without its image changes. */
export function picturesProblem({ name }: { name: string }): string {
  return t("{name} was saved, but not all of its images. Open it again and save them.", { name });
}
