import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { focusFirst } from "./use-form.ts";

/** Focuses the field that the URL's hash names, for links to one field of a form. */
export function useLinkedField(form: RefObject<HTMLFormElement | null>): void {
  const { hash } = useLocation();
  useEffect(() => focusFirst(form.current, [hash.slice(1)]), [hash, form]);
}
