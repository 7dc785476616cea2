import { PHOTO_BUCKET } from "#app/features/driver-runs/photo-name.ts";
import type { JobContext } from "./job.ts";

const DELETED_AT_ONCE = 100;

/** Deletes the files of photos that no longer belong to a stop. @returns the number of processed names */
export async function deleteDeliveryPhotos(work: JobContext): Promise<number> {
  const names = await work.data.call("list_discarded_delivery_photos", { max_count: DELETED_AT_ONCE });
  if (names.length === 0) return 0;
  // Missing files are ignored.
  const { error } = await work.data.service.storage.from(PHOTO_BUCKET).remove(names);
  if (error) throw error;
  await work.data.call("clear_discarded_delivery_photos", { names });
  return names.length;
}
