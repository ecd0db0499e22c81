import { runProgram } from './project.mjs'

/** It is over before optimised code pays for its making: half the CPU time without. */
const BRIEF = ['--no-opt', '--sparkplug']

/** `npm run check [files]`: the documents under `schemas/`, or those given, against the language. */
await runProgram('check', BRIEF)
