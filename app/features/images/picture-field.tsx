import { type ChangeEvent, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { PictureChange } from "./picture-changes.ts";
import styles from "./picture-field.module.css";
import { PICTURE_TYPES, pictureProblem } from "./picture-file.ts";
import { PicturePick } from "./picture-pick.tsx";

/** File picker with a preview of the chosen and the existing image. */
export function PictureField({
  label,
  name,
  current,
  error,
  onChange,
}: {
  label: string;
  name: string;
  /** URL of the product's current image; empty without one. */
  current: string;
  error: string | undefined;
  onChange: (change: PictureChange, problem: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState(current);
  const [isChosen, setChosen] = useState(false);

  function handleFile({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) {
    const file = files?.[0];
    return file ? choose(file) : handleRemove();
  }

  function take(file: File) {
    // Only one of the two inputs may hold a file, because both are sent.
    if (input.current) input.current.value = "";
    return choose(file);
  }

  async function choose(file: File) {
    const problem = pictureProblem(label, file);
    setChosen(true);
    onChange({ kind: "replace", file }, problem);
    setPreview(problem ? "" : await readAddress(file));
  }

  function handleRemove() {
    setChosen(false);
    if (input.current) input.current.value = "";
    // Removing a chosen file restores the current image; removing the current image leaves none.
    const next = isChosen ? current : "";
    setPreview(next);
    onChange(next === current ? { kind: "keep" } : { kind: "remove" }, null);
    input.current?.focus();
  }

  return (
    <div className={styles.field}>
      <div className={styles.preview}>
        {preview ? (
          <Picture key={preview} src={preview} alt={t("Preview of {label}", { label })} width={160} height={160} />
        ) : null}
      </div>
      <Stack gap={2}>
        <TextField
          ref={input}
          label={label}
          name={name}
          type="file"
          accept={PICTURE_TYPES.join(",")}
          hint={t("JPEG, PNG, WebP, or AVIF. We resize large images")}
          error={error}
          onChange={handleFile}
        />
        <PicturePick isCamera onChoose={([file]) => file && take(file)}>
          {t("Take a photo")}
        </PicturePick>
        {preview || error ? (
          <SmallButton onClick={handleRemove} isNarrow>
            {partlyHidden(t("Remove<hidden> {label}</hidden>", { label }))}
          </SmallButton>
        ) : null}
      </Stack>
    </div>
  );
}

/** Returns a data: URL, because the content security policy does not allow images from blob: URLs. */
export function readAddress(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve("");
    reader.readAsDataURL(file);
  });
}
