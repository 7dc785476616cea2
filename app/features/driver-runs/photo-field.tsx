import { useState } from "react";
import { fitPicture } from "#app/features/images/fit-picture.ts";
import { readAddress } from "#app/features/images/picture-field.tsx";
import { pictureProblem } from "#app/features/images/picture-file.ts";
import { PicturePick } from "#app/features/images/picture-pick.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { PHOTO_SIDE } from "./photo-name.ts";
import styles from "./runs.module.css";

/** Takes a photo of a delivery with the phone's camera, scales it down, and removes its metadata. */
export function PhotoField({
  number,
  onChange,
}: {
  /** Order number. */
  number: number;
  onChange: (photo: Blob | "preparing" | null) => void;
}) {
  const [preview, setPreview] = useState("");
  const [status, setStatus] = useState("");

  async function choose(file: File) {
    onChange("preparing");
    setStatus(t("Preparing photo…"));
    const rejection = pictureProblem(t("The photo"), file);
    const photo = rejection === null ? await fitPicture(file, PHOTO_SIDE).catch(() => null) : null;
    setPreview(photo ? await readAddress(photo) : "");
    setStatus(photo ? t("Photo added") : (rejection ?? t("This photo can't be used. Take another one.")));
    onChange(photo);
  }

  function handleRemove() {
    setPreview("");
    setStatus("");
    onChange(null);
  }

  return (
    <Row gap={2} align="center">
      {preview === "" ? null : <img className={styles.preview} src={preview} alt={t("The delivery")} />}
      <PicturePick isCamera isShownEverywhere onChoose={([file]) => file && choose(file)}>
        {partlyHidden(
          preview === ""
            ? t("Take a photo (optional)<hidden>: #{number}</hidden>", { number })
            : t("Take another photo<hidden>: #{number}</hidden>", { number }),
        )}
      </PicturePick>
      {preview === "" ? null : (
        <Button size="small" variation="secondary" onClick={handleRemove}>
          {partlyHidden(t("Remove photo<hidden>: #{number}</hidden>", { number }))}
        </Button>
      )}
      <p role="status" className={styles.soft}>
        {status}
      </p>
    </Row>
  );
}
