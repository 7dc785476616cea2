import { setTimeout as pause } from "node:timers/promises";
import { type Attributes, context, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Subscriber } from "./events.ts";
import type { Log } from "./log.ts";

/** OpenTelemetry traces of this process. */
export interface Traces {
  /** Runs each request of the app in the root span of a new trace. */
  middleware: MiddlewareHandler;
  /** Creates spans from events, as children of the current request. */
  subscriber: Subscriber;
  /** Returns the current trace's id; undefined outside of a trace, and in one that is not exported. */
  traceId(): string | undefined;
  /** Exports pending spans, for at most two seconds. */
  close(): Promise<void>;
}

/** Longer SQL statements are truncated. */
const MAX_STATEMENT = 2000;
const CLOSE_MS = 2_000;

/**
 * Creates traces. Spans are created from events instead of by OpenTelemetry's instrumentation packages, which patch
 * modules as they load and support neither our pipelined statements nor the page cache
 * (docs/decisions/057-spans-are-made-of-events.md). The exporter reads its endpoint, headers, and compression from
 * OTEL_EXPORTER_OTLP_….
 */
export function createTraces(
  { ratio, serviceName }: { ratio: number; serviceName: string },
  log: Pick<Log, "error">,
): Traces {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const ignore = () => undefined;
  diag.setLogger({
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
    error: (message) => log.error(new Error(message), { part: "traces" }),
  });
  const provider = new TracerProvider({
    // Reads OTEL_RESOURCE_ATTRIBUTES.
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ "service.name": serviceName }),
    ),
    // Samples by trace id only, so the decision is the same for all spans of a trace.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("calabash");

  /** Records a span that ends now, in the request of the caller. */
  function record(name: string, kind: SpanKind, ms: number, attributes: Attributes, isFailed = false): void {
    const endTime = performance.timeOrigin + performance.now();
    const span = tracer.startSpan(name, { kind, attributes, startTime: endTime - ms }, context.active());
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  }

  return {
    middleware: async (c, next) => {
      // A client's traceparent is ignored, because it would decide what is exported.
      const { method, path } = c.req;
      const attributes = { "http.request.method": method, "url.path": path, "calabash.request_id": c.get("requestId") };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
      await context.with(trace.setSpan(ROOT_CONTEXT, span), next);
      // The last matched handler is the one that responded.
      const route = routePath(c);
      const { status } = c.res;
      span.updateName(`${method} ${route.endsWith("*") ? "page" : route}`);
      span.setAttributes({ "http.response.status_code": status, "http.route": route });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    subscriber: {
      query: ({ pool, statement, waitMs, ms, isFailed }) => {
        // Otherwise, most traces would be the worker's polls.
        if (!trace.getActiveSpan()) return;
        const attributes = {
          "db.system.name": "postgresql",
          "calabash.pool": pool,
          "calabash.wait_ms": waitMs,
          ...(statement === null ? {} : { "db.query.text": statement.slice(0, MAX_STATEMENT) }),
        };
        record(statement === null ? "transaction" : "query", SpanKind.CLIENT, waitMs + ms, attributes, isFailed);
      },
      page: ({ path, cache, queueMs, renderMs, databaseMs }) => {
        // Skips pages that the store renders for itself, which have no request.
        if (!trace.getActiveSpan()) return;
        const attributes = {
          "calabash.page": path.split("?", 1)[0] ?? "",
          "calabash.cache": cache,
          "calabash.queue_ms": queueMs,
          "calabash.database_ms": databaseMs,
        };
        record("find page", SpanKind.INTERNAL, queueMs + renderMs, attributes);
      },
      "payment-request": ({ method, path, status, ms }) => {
        const attributes = {
          "http.request.method": method,
          "url.template": path,
          ...(status === null ? {} : { "http.response.status_code": status }),
        };
        record(`${method} ${path}`, SpanKind.CLIENT, ms, attributes, status === null || status >= 400);
      },
      email: ({ ms, isFailed }) => record("send email", SpanKind.CLIENT, ms, {}, isFailed),
    },
    traceId: () => {
      const current = trace.getActiveSpan();
      return current?.isRecording() ? current.spanContext().traceId : undefined;
    },
    close: async () => {
      const tooLate = new AbortController();
      const ended = provider.shutdown().finally(() => tooLate.abort());
      await Promise.race([ended, pause(CLOSE_MS, undefined, { signal: tooLate.signal }).catch(ignore)]);
    },
  };
}
