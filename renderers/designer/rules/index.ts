export { RuleTable } from './rule-table'
