/** What one run of a script may use; the product's own, since the documents name none. */
export const SCRIPT_LIMITS = {
  /** Milliseconds of computing for an event, over all turns of its run. */
  eventTime: 500,
  /** The same for `onLoad`, `beforeSubmit` and `afterSubmit`. */
  formTime: 2000,
  /** Bytes. */
  memory: 32 * 2 ** 20,
  /** Bytes of the interpreter's stack; with more, the stack of WebAssembly itself may run out first. */
  stack: 128 * 2 ** 10,
  /** Milliseconds beyond a run's time after which its worker is ended: long work of the interpreter's own cannot be interrupted. */
  grace: 1000,
  /** Things a run may ask for in one turn: values, states, toasts. */
  effects: 20_000,
  /** Characters of all that a run hands over in one turn. */
  text: 4 * 2 ** 20,
  toasts: 5,
  requests: 20,
  /** Promise reactions in one turn. */
  jobs: 100_000,
  /** Milliseconds that a run may wait for its requests. */
  waiting: 30_000,
  /** Lines of its log that are heard of a script that is tried out, and characters of a line. */
  logs: 200,
  logLine: 2000,
  /** Characters of a script. */
  source: 200_000,
  /** Changes that scripts may cause one after another: two that change each other would never end. */
  depth: 8,
} as const

/** Longest toast, in milliseconds: a script must not cover the screen for good. */
export const LONGEST_TOAST = 10_000
