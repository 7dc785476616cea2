/**
 * Returns a stream that delivers its first chunk in a later task than the one that requested it. Reads nothing before
 * it is requested.
 */
export function inTaskOfItsOwn<Part>(parts: ReadableStream<Part>): ReadableStream<Part> {
  const reader = parts.getReader();
  let turn: Promise<void> | undefined;
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        turn ??= new Promise((begin) => setTimeout(begin));
        await turn;
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
