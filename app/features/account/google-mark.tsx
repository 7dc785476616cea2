/** A plain letter in a ring, because Google allows its logo only in the form that Google provides. */
export function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
    >
      <path d="M20.5 12H12.5M20.5 12a8.5 8.5 0 1 1-2.6-6.1" strokeLinecap="round" />
    </svg>
  );
}
