export { resources } from '../contract/resources'
