import { ADDITIONAL_IMAGE_COLUMNS, type ProductPicture, picturesFromRow } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { resultOf } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { randomHex } from "#app/values/ids.ts";
import { PICTURE_BUCKET, withoutOrigin } from "#app/values/picture-address.ts";
import { generatedNameIn, pictureName } from "./picture-file.ts";

/** File names are never reused, so caches can keep these files indefinitely. */
const ONE_YEAR_SECONDS = "31536000";

/** Image to upload, with its future name and URL. */
export type NewPicture = ReturnType<typeof namePicture>;

export function namePicture(data: BrowserData, file: File) {
  const name = pictureName(file.name, randomHex(8));
  return { file, name, address: data.storage.from(PICTURE_BUCKET).getPublicUrl(name).data.publicUrl };
}

/** @returns whether the image is in the bucket */
export async function uploadPicture(data: BrowserData, { name, file }: NewPicture): Promise<boolean> {
  try {
    const { error } = await data.storage
      .from(PICTURE_BUCKET)
      .upload(name, file, { contentType: file.type, cacheControl: ONE_YEAR_SECONDS });
    return error === null;
  } catch {
    return false;
  }
}

/** Lists a product's images, those of hidden products too; for managers. @throws when they cannot be read */
export async function listPictures(data: BrowserData, productId: number): Promise<ProductPicture[]> {
  const row = resultOf(
    await data.rest
      .from("products")
      .select(
        `image:img1, imageAlt:img1_alt, secondImage:img2, secondImageAlt:img2_alt, product_pictures(${ADDITIONAL_IMAGE_COLUMNS}, position)`,
      )
      .eq("id", productId)
      .single(),
  );
  const further = row.product_pictures.toSorted((one, other) => one.position - other.position);
  return picturesFromRow(
    row,
    further.map(({ address, alt }) => ({ address, alt })),
  );
}

/**
 * Saves the changed images of a product.
 * @param before images when the form opened
 * @returns the images that are saved now; null if they could not be saved
 */
export async function setPictures(
  data: BrowserData,
  { id, name }: { id: number; name: string },
  before: readonly ProductPicture[],
  pictures: readonly ProductPicture[],
): Promise<ProductPicture[] | null> {
  const rows = (list: readonly ProductPicture[]) => ({
    pictures: list.map(({ address, alt }) => ({ address: withoutOrigin(address), alt })),
  });
  const { error, saved } = await saveMerged({
    before: rows(before),
    mine: rows(pictures),
    subject: name,
    labels: {
      pictures: {
        label: t("Images"),
        show: (list: ProductPicture[]) => list.map(({ address, alt }) => alt || fileName(address)).join("\n"),
      },
    },
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("set_product_pictures", {
          product_id: id,
          pictures: mine.pictures,
          expected: expected.pictures,
        }),
        async () => rows(await listPictures(data, id)),
      ),
  });
  if (error) console.error(error);
  return error ? null : saved.pictures;
}

function fileName(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

/** Removes images from the bucket. Failures are ignored, because no page shows these images anymore. */
export async function removePictures(data: BrowserData, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await data.storage.from(PICTURE_BUCKET).remove([...names]);
}

/**
 * Removes images that a product, article, slide, or the logo no longer uses. Keeps images that another one or a past order still
 * shows, and images that were not uploaded through these forms, because pages may show them.
 */
export async function removeUnusedPictures(data: BrowserData, addresses: readonly (string | null)[]): Promise<void> {
  for (const address of addresses) {
    const name = generatedNameIn(address ?? "");
    if (address && name && !(await isUsed(data, address))) await removePictures(data, [name]);
  }
}

async function isUsed(data: BrowserData, address: string): Promise<boolean> {
  const answers = await Promise.all([
    data.rest.from("products").select("id").eq("img1", address).limit(1),
    data.rest.from("products").select("id").eq("img2", address).limit(1),
    data.rest.from("product_pictures").select("position").eq("address", address).limit(1),
    data.rest.from("order_items").select("id").eq("image_url", address).limit(1),
    data.rest.from("blog_post").select("id").eq("img1", address).limit(1),
    data.rest.from("blog_post").select("id").eq("img2", address).limit(1),
    data.rest
      .from("store_settings")
      .select("id")
      .contains("hero_slides", JSON.stringify([{ image: address }])),
    data.rest.from("store_settings").select("id").eq("logo", address),
  ]);
  // If a request failed, assume that the image is in use.
  return answers.some(({ data: rows }) => rows === null || rows.length > 0);
}
