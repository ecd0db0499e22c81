/** Limits of records and lists that the browser and the server keep by the same plan, each named once. Sizes are bytes. */

const KB = 2 ** 10
const MB = 2 ** 20

/** A record as JSON text (`jsonBytes`). */
export const RECORD_LIMIT = MB
/** A text value whose widget says nothing of its own; one with a longer `maxLength` has four bytes a character. */
export const TEXT_LIMIT = 64 * KB
/** Rich text, its markup included. */
export const RICH_TEXT_LIMIT = 512 * KB
/** Rows of one sub-table of a record. */
export const ROWS_LIMIT = 10_000
/** Conditions of a list's query, groups of a super query counted through. */
export const CONDITION_LIMIT = 50
/** States of authored patterns that the texts of one request, or of one check in a browser, may pass through; so many take some tenths of a second. */
export const PATTERN_STEPS = 10_000_000
/** Characters of one comment on a record. */
export const COMMENT_LENGTH = 2000

/** The documents of a model (form, list, tables) together as JSON text; a form of a thousand fields has about 1 MB. */
export const MODEL_LIMIT = 10 * MB

/** Lists and objects inside each other that JSON text may have which says nothing of its own. */
export const JSON_NESTING = 200
/**
 * The same of the texts of a model: 200 cards in each other take 606, as many sets of tabs 1,205. The deepest calls that walk
 * through a value have room for some 2,000 in a browser and on the server.
 */
export const MODEL_NESTING = 1280
/** The same of what carries a piece of a model: a step, a file of it. */
export const CARRIED_NESTING = MODEL_NESTING + 20

/** Cards of a portal: columns of twelve, of which a card has at least so many, and rows at most. */
export const PORTAL_COLUMNS = 12
export const NARROWEST = 2
export const MOST_ROWS = 24
