export { useAnnouncer } from './announcer'
export { KeySheet } from './key-sheet'
export { type DesignActs, nodeText, useDesignActs } from './use-acts'
export { type DesignKeys, type KeyPlace, useDesignKeys } from './use-design-keys'
