/** What the foundation needs of a log; pino's loggers fit. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Lines for whoever starts the server, plain text on standard output. */
export const consoleLog: Log = {
  info: (message) => process.stdout.write(`${message}\n`),
  warn: (message) => process.stdout.write(`${message}\n`),
  error: (message) => process.stderr.write(`${message}\n`),
}
