/**
 * Returns a stream that starts in its own task: the first chunk arrives after the task that requested it. Nothing is
 * read before it is requested.
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
