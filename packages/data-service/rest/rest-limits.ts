/** Limits of one request, and of one client's concurrent requests. The service role has none. */
export interface RestLimits {
  /** Characters of `select`. */
  maxSelectLength: number;
  /** Columns in `select`, including those of related rows. */
  maxColumns: number;
  /** How often one level of `select` may contain the same column under different names. */
  maxSameColumn: number;
  /** Related tables in `select`, and how deeply they may be nested. */
  maxEmbeds: number;
  maxEmbedDepth: number;
  /** Related tables with `!inner`. */
  maxInnerEmbeds: number;
  /** Maximum product of nested row limits. */
  maxNestedRows: number;
  /** Filters, including nested ones; also terms of `order`. */
  maxFilters: number;
  /** Values of an `in` filter. */
  maxListValues: number;
  /** Characters of a regular expression, which only logged-in users may use. */
  maxPatternLength: number;
  /** Rows of one insert. */
  maxInsertRows: number;
  /** Bytes of a response body. */
  maxAnswerBytes: number;
  /** Requests of one client in ten seconds that may exceed these limits before further requests are rejected unread. */
  maxRejections: number;
  inFlight: InFlightLimits;
}

export interface InFlightLimits {
  /** Requests of one client whose responses have not been sent completely. */
  maxRequests: number;
  /** Bytes of responses that a client has not read yet. */
  maxBytes: number;
}

/**
 * Many times what the store and ordinary calls of the official client need, because many people may share an address.
 */
export const defaultRestLimits: RestLimits = {
  maxSelectLength: 4000,
  maxColumns: 150,
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
