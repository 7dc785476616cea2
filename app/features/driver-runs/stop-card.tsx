import { use, useId, useRef, useState } from "react";
import { fitPicture } from "#app/features/images/fit-picture.ts";
import { readAddress } from "#app/features/images/picture-field.tsx";
import { pictureProblem } from "#app/features/images/picture-file.ts";
import { PicturePick } from "#app/features/images/picture-pick.tsx";
import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { changeItem } from "#app/ui/change-item.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { TextField } from "#app/ui/field.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { UserText } from "#app/ui/user-text.tsx";
import { phoneAddress, phoneText, textAddress } from "#app/values/contact.ts";
import { windowText } from "#app/values/window-text.ts";
import { PHOTO_SIDE } from "./photo-name.ts";
import { addressOf, loadText, mapLink, type RunStop, type StopOutcome } from "./run.ts";
import styles from "./runs.module.css";

/** A stop of a run, with its contact and buttons. */
export function StopCard({
  stop,
  place,
  isStarted,
  onFinish,
}: {
  stop: RunStop;
  /** Counted from 1. */
  place: number;
  isStarted: boolean;
  /** Called with the outcome; null reopens the stop. */
  onFinish: (outcome: StopOutcome | null, receivedBy: string, photo: Blob | null) => void;
}) {
  const finish: typeof onFinish = (...given) => {
    // A stop that is opened again shows no photo.
    setPhoto(null);
    onFinish(...given);
  };
  const timeZone = use(ShopTimeZone);
  const [receivedBy, setReceivedBy] = useState("");
  const [photo, setPhoto] = useState<Blob | "preparing" | null>(null);
  const titleId = useId();
  const { number, name, phone, driverNote, outcome, window } = stop;
  const map = mapLink([{ ...stop, outcome: null }]);
  return (
    <article className={styles.stop} data-finished={outcome !== null || undefined} aria-labelledby={titleId}>
      <Row gap={3} rowGap={1} align="baseline" justify="between">
        <strong id={titleId}>
          {place}. #{number} <UserText>{name}</UserText>
        </strong>
        <span className={textStyles.soft}>
          {[loadText(stop), ...(window ? [windowText(window, timeZone)] : [])].join(" · ")}
        </span>
      </Row>
      <p className={styles.address}>
        {map === null ? (
          addressOf(stop)
        ) : (
          <a href={map} target="_blank" rel="noreferrer">
            {addressOf(stop)}
          </a>
        )}
      </p>
      {driverNote === "" ? null : (
        <p className={styles.note}>
          <UserText>{driverNote}</UserText>
        </p>
      )}
      {outcome === null && phone !== "" ? (
        <div className={styles.actions}>
          <a href={phoneAddress(phone)}>{t("Call {phone}", { phone: phoneText(phone) })}</a>
          <a href={textAddress(phone)}>{partlyHidden(t("Text<hidden>: #{number}</hidden>", { number }))}</a>
        </div>
      ) : null}
      {outcome === null && isStarted ? (
        <>
          <TextField
            label={t("Handed to, or left at (optional)")}
            name={`received-by-${number}`}
            maxLength={100}
            placeholder={t("Left at the door")}
            value={receivedBy}
            onValue={setReceivedBy}
          />
          <PhotoField number={number} onChange={setPhoto} />
          <div className={styles.actions}>
            <Button
              size="large"
              disabled={photo === "preparing"}
              onClick={() => finish("delivered", receivedBy, photo === "preparing" ? null : photo)}
            >
              {partlyHidden(t("Delivered<hidden>: #{number}</hidden>", { number }))}
            </Button>
            <Button size="large" variation="secondary" onClick={() => finish("not_home", "", null)}>
              {partlyHidden(t("Not at home<hidden>: #{number}</hidden>", { number }))}
            </Button>
          </div>
        </>
      ) : null}
      {outcome === null ? null : (
        <div className={styles.line}>
          <p>
            {outcome === "delivered" ? t("Delivered") : t("Not at home. Bring it back to the store.")}
            <Handover stop={stop} />
            {stop.hasPhoto ? ` · ${t("Photo saved")}` : null}
          </p>
          <SmallButton onClick={() => onFinish(null, "", null)}>
            {partlyHidden(t("Undo<hidden>: #{number}</hidden>", { number }))}
          </SmallButton>
        </div>
      )}
    </article>
  );
}

/** When a stop was finished, and who received the order, after the outcome. */
export function Handover({ stop: { finishedAt, receivedBy } }: { stop: RunStop }) {
  return (
    <>
      {finishedAt === null ? null : (
        <>
          {" "}
          <DateTime at={finishedAt} />
        </>
      )}
      {receivedBy === "" ? null : (
        <>
          {": "}
          <UserText>{receivedBy}</UserText>
        </>
      )}
    </>
  );
}

/** Takes a photo of a delivery with the phone's camera, scales it down, and removes its metadata. */
function PhotoField({
  number,
  onChange,
}: {
  /** Order number. */
  number: number;
  onChange: (photo: Blob | "preparing" | null) => void;
}) {
  const [preview, setPreview] = useState("");
  const [status, setStatus] = useState("");
  const latest = useRef<File | null>(null);

  async function choose(file: File) {
    latest.current = file;
    onChange("preparing");
    setStatus(t("Preparing photo…"));
    const rejection = pictureProblem(t("The photo"), file);
    const photo = rejection === null ? await fitPicture(file, PHOTO_SIDE).catch(() => null) : null;
    const address = photo ? await readAddress(photo) : "";
    // Another photo was taken meanwhile.
    if (latest.current !== file) return;
    setPreview(address);
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
        <SmallButton onClick={({ currentTarget }) => changeItem(currentTarget.parentElement, handleRemove)}>
          {partlyHidden(t("Remove photo<hidden>: #{number}</hidden>", { number }))}
        </SmallButton>
      )}
      <p role="status" className={textStyles.soft}>
        {status}
      </p>
    </Row>
  );
}
