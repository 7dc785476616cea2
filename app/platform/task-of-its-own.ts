/**
 * Hands out a stream in a task of its own: the first part comes after the task that asked for it, not at its end.
 * Nothing is read before somebody asks.
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
