/** Limits of one request, and of one client's concurrent requests. The service role has none. */
export interface RestLimits {
  /** Letters of `select`. */
  maxSelectLength: number;
  /** Columns of `select`, those of related rows included. */
  maxColumns: number;
  /** How often `select` may name one column beside each other: under other names, cast, as a JSON path. */
  maxSameColumn: number;
  /** Related rows in `select`, and how deeply they may stand in each other. */
  maxEmbeds: number;
  maxEmbedDepth: number;
  /** Related rows that the row above must have (`!inner`). */
  maxInnerEmbeds: number;
  /** Rows that lists inside of lists may come to by their limits. */
  maxNestedRows: number;
  /** Filters, those inside of trees included; also terms of `order`. */
  maxFilters: number;
  /** Values of one `in`. */
  maxListValues: number;
  /** Letters of a regular expression, which only signed-in callers may use. */
  maxPatternLength: number;
  /** Rows of one insert. */
  maxInsertRows: number;
  /** Bytes of one answer's body. */
  maxAnswerBytes: number;
  /** Requests of one address in ten seconds that are refused by these limits, before the next is refused unread. */
  maxRejections: number;
  inFlight: InFlightLimits;
}

export interface InFlightLimits {
  /** Requests of one address whose answers have not left yet. */
  maxRequests: number;
  /** Bytes of responses that a client has not read yet. */
  maxBytes: number;
}

/** Many times what the shop and the official client's ordinary calls ask; many people may share an address. */
export const defaultRestLimits: RestLimits = {
  maxSelectLength: 4000,
  maxColumns: 100,
  maxSameColumn: 8,
  maxEmbeds: 10,
  maxEmbedDepth: 4,
  maxInnerEmbeds: 4,
  maxNestedRows: 1_000_000,
  maxFilters: 60,
  maxListValues: 1000,
  maxPatternLength: 100,
  maxInsertRows: 500,
  maxAnswerBytes: 4 * 1024 * 1024,
  maxRejections: 50,
  inFlight: { maxRequests: 64, maxBytes: 16 * 1024 * 1024 },
};
