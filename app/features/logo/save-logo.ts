import { fitChange, type PictureChange, putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";

/**
 * Uploads and saves the store's logo, or removes it.
 * @param before path of the logo that the form has read; empty for none
 * @returns the path of the saved logo
 * @throws Error with a message for users
 */
export async function saveLogo(data: BrowserData, before: string, change: PictureChange): Promise<string> {
  const fitted = await fitChange(change);
  const label = t("Logo");
  if (!fitted) {
    throw new Error(t("{label} is too large, and this browser can't resize it. Choose another image.", { label }));
  }
  const uploads = await uploadChanges(data, [{ change: fitted, savedAddress: before }]);
  if (uploads.kind === "failed")
    throw new Error(t("{picture} could not be uploaded. Nothing was saved.", { picture: label }));
  try {
    const { error, saved } = await saveMerged({
      before: { logo: before },
      mine: { logo: withoutOrigin(uploads.addresses[0] ?? "") },
      subject: t("This setting"),
      labels: { logo: label },
      write: rowWriter(data, "store_settings", { id: true }),
    });
    if (error) throw new Error(t("We couldn't save the logo. Try again."), { cause: error });
    // An image that could not be removed stays in the bucket, unused.
    if (saved.logo !== before) await removeUnusedPictures(data, [before]).catch(console.error);
    return saved.logo;
  } catch (error) {
    await putBack(data, uploads);
    throw error;
  }
}
