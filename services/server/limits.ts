/** Limits that the server alone keeps, each named once. Sizes are bytes and times milliseconds unless a name says otherwise. */

/** A statement of the server's own that says nothing else may take so long. */
export const STATEMENT_TIMEOUT = 30_000
