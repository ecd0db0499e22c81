export type { ScriptEffect, ScriptLog, ScriptMethod, ScriptRequest } from './effects'
export {
  listJob,
  type RunningScript,
  runListScript,
  runScript,
  type ScriptEngine,
  type ScriptSurroundings,
} from './engine'
export { FormScripts } from './form-scripts'
export { SCRIPT_LIMITS } from './limits'
export { type ListScript, overCells, overRows, runForValue, runOnList } from './list-scripts'
export type {
  ScriptHeard,
  ScriptInput,
  ScriptJob,
  ScriptOutcome,
  ScriptPlace,
  ScriptTrouble,
  ScriptTurn,
} from './run'
