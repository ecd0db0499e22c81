import { runProgram } from './project.mjs'

/** `npm run restore -- FILE [--replace]`: a backup into an installation whose server does not run. */
await runProgram('restore')
