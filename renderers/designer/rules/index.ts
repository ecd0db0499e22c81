export { RuleTable } from './rule-table'
export { RuleView } from './rule-view'
