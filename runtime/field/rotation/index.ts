export * from './run'
export * from './schedule'
export * from './step'
export * from './turn-end'
