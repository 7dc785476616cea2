import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { isMissingPageCachedContext, scriptNonceContext } from "./platform/contexts.ts";
import { ScriptNonce } from "./platform/script-nonce.ts";

export { setLocaleReader } from "./messages/current-locale.ts";
export { installTranslations } from "./messages/t.ts";
// The build contains its own copy of these keys, and the server must use the same ones.
export {
  isMissingPageCachedContext,
  publicConfigContext,
  publicDataContext,
  scriptNonceContext,
} from "./platform/contexts.ts";

/** Sends the complete page, because it is stored in the page cache and must be useful without JavaScript. */
export default async function handleRequest(
  request: Request,
  responseStatusCode: number,
  responseHeaders: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  if (responseStatusCode === 404 && loadContext.get(isMissingPageCachedContext)) {
    return new Response(null, { status: 404 });
  }
  let status = responseStatusCode;
  const nonce = loadContext.get(scriptNonceContext) || undefined;
  const page = (
    <ScriptNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
    </ScriptNonce>
  );
  const stream = await renderToReadableStream(page, {
    ...(nonce ? { nonce } : {}),
    signal: request.signal,
    // Above 12 kB, React would put each boundary at the end of the page and move it into place by a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      status = 500;
      console.error(error);
    },
  });
  await stream.allReady;

  responseHeaders.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") {
    await stream.cancel();
    return new Response(null, { status, headers: responseHeaders });
  }
  return new Response(stream, { status, headers: responseHeaders });
}
