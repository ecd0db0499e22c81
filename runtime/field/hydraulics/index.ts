export * from './check'
export * from './network'
export * from './solve'
export * from './valve'
