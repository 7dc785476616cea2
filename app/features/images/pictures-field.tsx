import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#app/messages/t.ts";
import denseStyles from "#app/ui/dense-text.module.css";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useRemovalToast } from "#app/ui/use-removal-toast.ts";
import { labelOf, MAX_PICTURES, type PictureInForm } from "./picture-list.ts";
import { PicturePick } from "./picture-pick.tsx";
import { PictureRow } from "./picture-row.tsx";
import styles from "./pictures-field.module.css";
import { useDragOrder } from "./use-drag-order.ts";
import type { PictureList } from "./use-picture-list.ts";

/**
 * Form field for a product's images: choose, photograph, describe, sort, and remove them until the form is saved.
 * @param isBusy whether the form is being saved: later changes would be lost, so there are none meanwhile
 */
export function PicturesField({ list, isBusy }: { list: PictureList; isBusy: boolean }) {
  const { pictures } = list;
  const rows = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLInputElement>(null);
  /** Text for screen readers only; sighted people see the change. */
  const [status, setStatus] = useState("");
  const [left, setLeft] = useState(0);
  const removal = useRemovalToast();
  const { dragged, listProps, handleProps } = useDragOrder(rows, move);

  // An image that is still prepared may be rejected, and then gets the focus.
  const isFixed = isBusy && pictures.every(({ source }) => source.kind === "saved" || source.kind === "new");
  // The keyboard focus would be lost with an image's description, from which Enter saves the form.
  useLayoutEffect(() => {
    if (!isFixed || !rows.current?.contains(document.activeElement)) return;
    rows.current.closest("form")?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [isFixed]);

  function handleAdd(files: File[]) {
    setLeft(list.add(files));
  }

  function move(key: string, place: number) {
    if (place < 0) return setStatus(t("It is already first."));
    if (place >= pictures.length) return setStatus(t("It is already last."));
    list.move(key, place);
    setStatus(t("Now {label} of {count}.", { label: labelOf(place), count: pictures.length }));
  }

  function handleRemove(place: number) {
    const picture = pictures[place];
    if (!picture) return;
    flushSync(() => list.remove(picture.key));
    // Move the focus to the remove button of the image that took this place.
    const buttons = rows.current?.querySelectorAll<HTMLElement>("[data-removes]") ?? [];
    (buttons[Math.min(place, buttons.length - 1)] ?? adder.current)?.focus();
    setLeft(0);
    removal.show({
      text: t("{label} removed.", { label: labelOf(place) }),
      // No Undo for an image that was still processing: choosing it again is as quick.
      ...(picture.source.kind === "preparing"
        ? {}
        : { action: { label: t("Undo"), onPress: () => putBack(picture, place) } }),
    });
  }

  function putBack(picture: PictureInForm, place: number) {
    if (!list.putBack(picture, place)) showToast({ kind: "error", text: noRoomText() });
  }

  return (
    <Stack as="fieldset" gap={3} inert={isFixed}>
      <legend className={textStyles.label}>{t("Images")}</legend>
      <p className={textStyles.meta}>
        {t(
          "Up to {count}. Cards show the first one. JPEG, PNG, WebP, or AVIF. We resize large images. Screen readers read your description, or the product name if it is empty.",
          { count: MAX_PICTURES },
        )}
      </p>
      {/* Marks the form as changed for the unsaved-changes prompt. */}
      <input type="hidden" name="pictures" value={pictures.map(({ key }) => key).join(" ")} />
      <Stack as="ol" gap={3} ref={rows} {...listProps}>
        {pictures.map((picture, place) => (
          <PictureRow
            key={picture.key}
            picture={picture}
            place={place}
            count={pictures.length}
            isDragged={picture.key === dragged}
            handleProps={handleProps(picture.key)}
            onMove={(to) => move(picture.key, to)}
            onReplace={(file) => list.replace(picture.key, file)}
            onDescribe={(alt) => list.describe(picture.key, alt)}
            onRemove={() => handleRemove(place)}
          />
        ))}
      </Stack>
      {pictures.length < MAX_PICTURES ? (
        <Row gap={3}>
          <PicturePick ref={adder} isForSeveral onChoose={handleAdd}>
            <Icon name="plus" />
            {partlyHidden(t("<hidden>{label}: </hidden>Add images", { label: labelOf(pictures.length) }))}
          </PicturePick>
          <PicturePick isCamera onChoose={handleAdd}>
            {t("Take a photo")}
          </PicturePick>
        </Row>
      ) : null}
      <p role="alert" className={`${styles.error} ${denseStyles.danger}`}>
        {left > 0
          ? t("{reason} {count, plural, one {One was} other {# were}} left out.", { reason: noRoomText(), count: left })
          : null}
      </p>
      <span role="status">
        <HiddenText>{status}</HiddenText>
      </span>
    </Stack>
  );
}

function noRoomText(): string {
  return t("A product can have {count} images at most.", { count: MAX_PICTURES });
}
