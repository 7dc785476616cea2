import { type PointerEvent, useId } from "react";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { TextField } from "#app/ui/field.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Picture } from "#app/ui/picture.tsx";
import textStyles from "#app/ui/text.module.css";
import { fieldOf, LONGEST_ALT, labelOf, type PictureInForm } from "./picture-list.ts";
import { PicturePick } from "./picture-pick.tsx";
import styles from "./picture-row.module.css";

/** Row of one image in the product form. */
export function PictureRow({
  picture: { key, preview, alt, source },
  place,
  count,
  isDragged,
  handleProps,
  onMove,
  onReplace,
  onDescribe,
  onRemove,
}: {
  picture: PictureInForm;
  place: number;
  count: number;
  isDragged: boolean;
  handleProps: { onPointerDown: (event: PointerEvent) => void };
  onMove: (place: number) => void;
  onReplace: (file: File) => void;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
}) {
  const errorId = useId();
  const label = labelOf(place);
  const problem = source.kind === "rejected" ? source.problemOf(label) : null;
  return (
    <li data-key={key} data-dragged={isDragged || undefined} className={styles.row}>
      <fieldset className={styles.picture}>
        <legend className={textStyles.label}>{label}</legend>
        <div className={styles.preview}>
          {preview ? (
            <Picture key={preview} src={preview} alt={t("Preview of {label}", { label })} width={160} height={160} />
          ) : null}
          {source.kind === "preparing" ? <p role="status">{t("Preparing image…")}</p> : null}
        </div>
        <div>
          <TextField
            label={t("Image description")}
            name={`alt_${key}`}
            value={alt}
            maxLength={LONGEST_ALT}
            onValue={onDescribe}
          />
        </div>
        {problem ? (
          <p id={errorId} role="alert" className={`${styles.error} ${denseStyles.danger}`}>
            {problem}
          </p>
        ) : null}
        <div className={styles.actions}>
          {/* Buttons are an alternative to dragging. */}
          <span aria-hidden="true" className={styles.handle} {...handleProps}>
            ⠿
          </span>
          <SmallButton aria-disabled={place === 0} onClick={() => onMove(place - 1)}>
            <span aria-hidden="true">↑</span>
            <HiddenText>{t("Move {label} earlier", { label })}</HiddenText>
          </SmallButton>
          <SmallButton aria-disabled={place === count - 1} onClick={() => onMove(place + 1)}>
            <span aria-hidden="true">↓</span>
            <HiddenText>{t("Move {label} later", { label })}</HiddenText>
          </SmallButton>
          <PicturePick
            name={fieldOf(key)}
            describedBy={problem ? errorId : undefined}
            onChoose={([file]) => file && onReplace(file)}
          >
            {partlyHidden(t("<hidden>{label}: </hidden>Replace", { label }))}
          </PicturePick>
          <SmallButton data-removes onClick={onRemove}>
            <Icon name="trash" />
            <HiddenText>{t("Remove {label}", { label })}</HiddenText>
          </SmallButton>
        </div>
      </fieldset>
    </li>
  );
}
