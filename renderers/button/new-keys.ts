/** Keys that press the button of a list which opens a new record, as `aria-keyshortcuts` says them. */
export const NEW_KEYS = 'N Alt+N'
