/** Functions that Safari has since 16, and an iPhone 7 with iOS 15 lacks; decision 073. */
const LIST_METHODS = {
  toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
    return [...this].sort(compare);
  },
  toReversed(this: unknown[]) {
    return [...this].reverse();
  },
  toSpliced(this: unknown[], ...change: [start: number, removedCount: number, ...added: unknown[]]) {
    const changed = [...this];
    changed.splice(...change);
    return changed;
  },
};

for (const [name, value] of Object.entries(LIST_METHODS)) {
  if (!(name in Array.prototype)) Object.defineProperty(Array.prototype, name, { value });
}

if (!("timeout" in AbortSignal)) {
  Object.defineProperty(AbortSignal, "timeout", {
    value: (ms: number) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("timeout", "TimeoutError")), ms);
      return controller.signal;
    },
  });
}
