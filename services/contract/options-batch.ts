/** Categories of the dictionary whose choices are asked for at once. */
export const OPTIONS_BATCH = 100
