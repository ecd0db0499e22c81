export {
  type Computed,
  compilePredicate,
  compileValue,
  constant,
  type Predicate,
} from './computed'
export { divide, roundDecimal, sumDecimal, sumOf, toDecimalNumber } from './decimal'
export { compileExpression, compileTemplate, interpolate } from './engine'
export * from './expression'
export { EXPRESSION_LIMITS } from './limits'
export { hostScope, scopeOf } from './scope'
export { type TemplatePlace, templatePlaces } from './template'
export { type ExpressionTree, expressionTree } from './tree'
