export { isRepeated, keysOf, spellingOf, withMember, withoutMember, withValue } from './edit'
export { printLossless } from './print'
export { type LosslessText, printText, readLossless } from './read'
export { isHolder, isRead, type Key, type Spelling } from './source'
