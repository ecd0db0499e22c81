export { Preview } from './preview'
