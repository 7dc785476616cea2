import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { autosave, discardAutosave, readAutosave } from "./autosave.ts";
import { typedValues } from "./typed-values.ts";
import { useTypingKey } from "./typing-person.ts";

/** A form control with its typed value. */
interface AutosavedField {
  name: string;
  value: string;
  isChecked: boolean | null;
  /** Saved value when it was typed; missing in autosaves of earlier versions. */
  was?: string;
}

/**
 * Autosaves the values of a form on the device and restores them when it opens again. While it has unsent values, the
 * form has `data-typed`, for the unsaved-changes prompt.
 * @param autosaveKey name of the form; undefined disables the autosave
 */
export function useAutosavedFields(form: RefObject<HTMLFormElement | null>, autosaveKey: string | undefined) {
  const key = useTypingKey(autosaveKey);
  const [autosavedAt, setAutosavedAt] = useState<string | null>(null);
  const [savedSince, setSavedSince] = useState<readonly string[]>([]);
  const valuesAtFirst = useRef("");
  const fieldsAtFirst = useRef<AutosavedField[]>([]);
  const isRestoring = useRef(false);
  /** The values that are being sent; null if none are. */
  const sent = useRef<SentFields | null>(null);

  // Fills in the fields, which are uncontrolled, from their autosave on the device, before anybody can type.
  useLayoutEffect(() => {
    const element = form.current;
    if (autosaveKey === undefined || element === null) return;
    valuesAtFirst.current = typedValues(element);
    fieldsAtFirst.current = readFields(element);
    const autosaved = readAutosave<AutosavedField[]>(key);
    if (autosaved === null || !Array.isArray(autosaved.typed)) return;
    const restore = () => {
      isRestoring.current = true;
      restoreFields(element, autosaved.typed);
      isRestoring.current = false;
      element.toggleAttribute("data-typed", typedValues(element) !== valuesAtFirst.current);
    };
    setSavedSince(listSavedSince(element, autosaved.typed));
    restore();
    setAutosavedAt(autosaved.at);
    // Restores again, for fields that are rendered only after a choice was restored.
    const later = setTimeout(restore, 0);
    return () => clearTimeout(later);
  }, [form, autosaveKey, key]);

  const update = useCallback(() => {
    const element = form.current;
    if (autosaveKey === undefined || element === null || isRestoring.current) return;
    const isTyped = typedValues(element) !== valuesAtFirst.current;
    element.toggleAttribute("data-typed", isTyped);
    if (isTyped) autosave(key, changedFields(fieldsAtFirst.current, readFields(element)));
    else discardAutosave(key);
  }, [form, autosaveKey, key]);

  const note = useCallback(() => {
    const [element, before] = [form.current, sent.current];
    if (element && before && !isRestoring.current) {
      before.typedSince = changedFields(before.fields, readFields(element));
    }
    update();
  }, [form, update]);

  /** Called after a submit: the sent values are then the saved ones. */
  const forget = useCallback(() => {
    if (autosaveKey === undefined) return;
    discardAutosave(key);
    setAutosavedAt(null);
    if (form.current === null) return;
    const saved = sent.current && sent.current.typedSince.length > 0 ? sent.current : sentFields(form.current);
    valuesAtFirst.current = saved.values;
    fieldsAtFirst.current = saved.fields;
    update();
  }, [form, autosaveKey, key, update]);

  const noteSending = useCallback(
    (isSending: boolean) => {
      sent.current = isSending && form.current ? sentFields(form.current) : null;
    },
    [form],
  );

  /** A form is reset once its values are sent; what was typed since stays. The event comes before the fields change. */
  const handleReset = useCallback(() => {
    queueMicrotask(() => {
      const [element, typedSince] = [form.current, sent.current?.typedSince ?? []];
      if (element !== null && typedSince.length > 0) {
        sent.current = sentFields(element);
        restoreFields(element, typedSince);
      }
      forget();
    });
  }, [form, forget]);

  const startOver = useCallback(() => {
    const element = form.current;
    if (element === null) return;
    isRestoring.current = true;
    // Dispatches events, so that dependent fields update.
    for (const control of controlsOf(element)) {
      if (isChoice(control)) {
        if (control.defaultChecked && !control.checked) control.click();
      } else if (!(control instanceof HTMLSelectElement) && control.value !== control.defaultValue) {
        type(control, control.defaultValue);
      }
    }
    isRestoring.current = false;
    element.reset();
  }, [form]);

  return { autosavedAt, savedSince, note, noteSending, forget, handleReset, startOver };
}

/** Returns the autosaved value of one field when the form opens, for a choice whose options load later. */
export function useAutosavedValue(autosaveKey: string, name: string): string | undefined {
  const key = useTypingKey(autosaveKey);
  const [value] = useState(
    () => readAutosave<AutosavedField[]>(key)?.typed.find((field) => field.name === name)?.value,
  );
  return value;
}

/** Values of a form when they are sent, and those typed since. */
interface SentFields {
  values: string;
  fields: AutosavedField[];
  typedSince: AutosavedField[];
}

function sentFields(form: HTMLFormElement): SentFields {
  return { values: typedValues(form), fields: readFields(form), typedSince: [] };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsOf(form: HTMLFormElement): Control[] {
  const controls = [...form.querySelectorAll<Control>("input, textarea, select")];
  // Hidden inputs depend on what the page shows now.
  return controls.filter(({ name, type }) => name !== "" && !["file", "hidden", "password"].includes(type));
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

function readFields(form: HTMLFormElement): AutosavedField[] {
  return controlsOf(form).map((control) => ({
    name: control.name,
    value: control.value,
    isChecked: isChoice(control) ? control.checked : null,
  }));
}

/** Returns the fields that were typed in, so that a restored form overwrites no others that are saved meanwhile. */
function changedFields(first: readonly AutosavedField[], now: readonly AutosavedField[]): AutosavedField[] {
  const unchanged = new Set(first.map((field) => JSON.stringify(field)));
  return now
    .filter((field) => !unchanged.has(JSON.stringify(field)))
    .map((field) => ({ ...field, was: first.find(({ name }) => name === field.name)?.value ?? "" }));
}

/** Returns the fields whose saved value is no longer the one that was replaced by typing, as "Price: 88.00". */
function listSavedSince(form: HTMLFormElement, fields: readonly AutosavedField[]): string[] {
  return fields.flatMap(({ name, value, isChecked, was }) => {
    const control = controlsOf(form).find((each) => each.name === name);
    if (!control || isChecked !== null || was === undefined || [was, value].includes(control.value)) return [];
    return [`${control.labels?.[0]?.textContent ?? name}: ${control.value || t("Empty")}`];
  });
}

/** Restores values by dispatching events, so that React's controlled fields follow, too. */
function restoreFields(form: HTMLFormElement, fields: readonly AutosavedField[]): void {
  for (const control of controlsOf(form)) {
    const field = fields.find(
      ({ name, value, isChecked }) =>
        name === control.name && (isChoice(control) ? isChecked !== null && value === control.value : true),
    );
    if (!field) continue;
    if (isChoice(control)) {
      // A radio button is unchecked only by checking another one.
      if (field.isChecked !== control.checked && (field.isChecked || control.type === "checkbox")) control.click();
    } else if (control.value !== field.value) {
      type(control, field.value);
    }
  }
}

/** Sets a control's value through the native setter, because React tracks the property. */
function type(control: Control, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value")?.set?.call(control, text);
  control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
}
