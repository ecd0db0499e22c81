import { runProgram } from './project.mjs'

/** `npm run check [files]`: the documents under `schemas/`, or those given, against the language. */
await runProgram('check')
