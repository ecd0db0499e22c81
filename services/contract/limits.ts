/** Limits that the browser and the server both keep, each named once. Sizes are bytes unless a name says otherwise. */

/** A JSON body of a call that says nothing of its own. */
export const BODY_LIMIT = 256 * 2 ** 10
