/** Schemas within schemas, and references that are followed within each other. */
export const MOST_DEPTH = 400
/** Schemas that one value is held against: a value of 10,000 rows of 30 members needs a tenth of them. */
export const MOST_STEPS = 3_000_000

/** A schema that goes round in circles, or asks for more work than anybody waits for. */
export class SchemaTooComplex extends Error {
  constructor() {
    super('The schema refers to itself without end, or asks for too much work')
  }
}
