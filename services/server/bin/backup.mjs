import { runProgram } from './project.mjs'

/** `npm run backup -- FILE`: database and files into one file, while the server runs or not. */
await runProgram('backup')
