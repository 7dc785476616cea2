import { useId } from "react";
import { LONGEST_ALT } from "#app/features/images/picture-list.ts";
import { PicturePick } from "#app/features/images/picture-pick.tsx";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { Options, SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import fieldGroupStyles from "#app/ui/field-group.module.css";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import styles from "./slide-fields.module.css";
import {
  LONGEST_BUTTON,
  LONGEST_HEADER,
  LONGEST_TEXT,
  linkPlaces,
  pictureLabel,
  type SlideDraft,
  type SlidePictures,
  slideField,
} from "./slides-draft.ts";

const TYPED = "typed";

/** Form fields of one home page slide. */
export function SlideFields({
  slide,
  picture,
  place,
  count,
  errors,
  onChange,
  onChoose,
  onMove,
  onRemove,
  onFocus,
}: {
  slide: SlideDraft;
  /** Newly chosen image that is not saved yet. */
  picture: SlidePictures[string] | undefined;
  place: number;
  count: number;
  errors: Partial<Record<string, string>>;
  onChange: (changed: Partial<SlideDraft>) => void;
  onChoose: (file: File) => void;
  onMove: (place: number) => void;
  onRemove: () => void;
  onFocus: () => void;
}) {
  const errorId = useId();
  const number = place + 1;
  const shown = picture?.preview ?? slide.image;
  const problem =
    picture?.source.kind === "rejected"
      ? picture.source.problemOf(pictureLabel(place))
      : shown === "" && errors[slideField(slide.id, "image")];
  const text = (field: "header" | "text" | "buttonLabel" | "alt" | "link") => ({
    name: slideField(slide.id, field),
    value: slide[field],
    error: errors[slideField(slide.id, field)],
    onValue: (value: string) => onChange({ [field]: value }),
  });

  return (
    <li>
      <Panel>
        <Stack as="fieldset" gap={4} canShrink onFocus={onFocus}>
          <legend className={styles.legend}>{t("Slide {number}", { number })}</legend>
          <Row gap={3} align="end">
            <div className={styles.preview}>
              {shown ? <Picture key={shown} src={shown} alt={pictureLabel(place)} width={320} height={240} /> : null}
              {picture?.source.kind === "preparing" ? <p role="status">{t("Preparing image…")}</p> : null}
            </div>
            <Row gap={2}>
              <PicturePick
                name={slideField(slide.id, "image")}
                describedBy={problem ? errorId : undefined}
                onChoose={([file]) => file && onChoose(file)}
              >
                {partlyHidden(
                  shown
                    ? t("Replace image<hidden> of slide {number}</hidden>", { number })
                    : t("Choose image<hidden> of slide {number}</hidden>", { number }),
                )}
              </PicturePick>
              <PicturePick isCamera onChoose={([file]) => file && onChoose(file)}>
                {partlyHidden(t("Take a photo<hidden> for slide {number}</hidden>", { number }))}
              </PicturePick>
            </Row>
          </Row>
          {problem ? (
            <p id={errorId} role="alert" className={denseStyles.danger}>
              {problem}
            </p>
          ) : null}
          <div className={fieldGroupStyles.fields}>
            <TextField {...text("header")} label={t("Header")} maxLength={LONGEST_HEADER} />
            <TextField {...text("buttonLabel")} label={t("Button text")} maxLength={LONGEST_BUTTON} />
            <div className={fieldGroupStyles.wide}>
              <TextAreaField {...text("text")} label={t("Text")} rows={3} maxLength={LONGEST_TEXT} />
            </div>
            <LinkFields slide={slide} error={errors[slideField(slide.id, "link")]} onChange={onChange} />
            <TextField
              {...text("alt")}
              label={t("Image description")}
              maxLength={LONGEST_ALT}
              hint={t("For screen readers. Leave empty if decorative")}
            />
          </div>
          <Row gap={2}>
            <SmallButton aria-disabled={place === 0} onClick={() => onMove(place - 1)}>
              <span aria-hidden="true">↑</span>{" "}
              {partlyHidden(t("Move earlier<hidden> slide {number}</hidden>", { number }))}
            </SmallButton>
            <SmallButton aria-disabled={place === count - 1} onClick={() => onMove(place + 1)}>
              <span aria-hidden="true">↓</span>{" "}
              {partlyHidden(t("Move later<hidden> slide {number}</hidden>", { number }))}
            </SmallButton>
            <SmallButton data-removes aria-disabled={count === 1} onClick={onRemove}>
              <Icon name="trash" /> {partlyHidden(t("Remove<hidden> slide {number}</hidden>", { number }))}
            </SmallButton>
          </Row>
        </Stack>
      </Panel>
    </li>
  );
}

function LinkFields({
  slide,
  error,
  onChange,
}: {
  slide: SlideDraft;
  error: string | undefined;
  onChange: (changed: Partial<SlideDraft>) => void;
}) {
  return (
    <>
      <SelectField
        label={t("Button link")}
        name={`${slide.id}.place`}
        value={slide.isLinkTyped ? TYPED : slide.link}
        onValue={(value) => onChange(value === TYPED ? { isLinkTyped: true } : { isLinkTyped: false, link: value })}
      >
        {linkPlaces().map(({ group, places }) => (
          <optgroup key={group} label={group}>
            <Options of={places.map(({ to, label: words }) => [to, words])} />
          </optgroup>
        ))}
        <option value={TYPED}>{t("Another page…")}</option>
      </SelectField>
      {slide.isLinkTyped ? (
        <TextField
          name={slideField(slide.id, "link")}
          value={slide.link}
          error={error}
          onValue={(link) => onChange({ link })}
          label={t("Page URL")}
          inputMode="url"
          hint={t("Such as /products/condiments/5, or https://…")}
        />
      ) : null}
    </>
  );
}
