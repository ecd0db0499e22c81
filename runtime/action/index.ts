export * from './action'
export { actionWords, compileAction } from './compile'
export {
  type ActionRunner,
  type ActionRunnerOptions,
  createActionRunner,
  type RunOptions,
} from './runner'
export { verbs } from './verbs'
