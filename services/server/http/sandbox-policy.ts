/** Name of the built file in which models' scripts run (`renderers/script/sandbox.worker.ts`), and of its source. */
export const SANDBOX_FILE = /[\\/]sandbox\.worker[.-][^\\/]*$/

/**
 * The policy of that one worker. It alone may start WebAssembly, for the interpreter; it reaches nothing but this server,
 * and has no page to show anything in.
 */
export const SANDBOX_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'"
