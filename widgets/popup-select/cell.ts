export { NamedCell as Cell } from '../shared/chooser/chosen'
