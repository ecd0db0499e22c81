export { subjectOfMany } from './many'
export { cannotCall, renaming } from './rename'
export { type Subject, subjectOf } from './subject'
