export { type Batch, type Conflict, Draft, type Unsaved } from './draft'
export type { Clash, PendingStep } from './rebase'
export { historyOf, type KeptStep } from './stacks'
export { printUnsaved, readUnsaved, rewound } from './unsaved'
