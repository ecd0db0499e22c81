export * from './action'
export {
  type ActionRunner,
  type ActionRunnerOptions,
  createActionRunner,
  type RunOptions,
  verbName,
} from './runner'
export { ActionSchema, COMMON_WORDS } from './schema'
export { verbs } from './verbs'
