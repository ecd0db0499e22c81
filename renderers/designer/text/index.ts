export { TextTab } from './text-tab'
