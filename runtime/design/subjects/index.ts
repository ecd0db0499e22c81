export { subjectOfMany } from './many'
export { cannotCall, renaming } from './rename'
export { ruleOf } from './rule-settings'
export { type Subject, subjectOf } from './subject'
