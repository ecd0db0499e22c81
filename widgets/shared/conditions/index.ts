export { ConditionGroups, type ConditionValueProps } from './conditions'
