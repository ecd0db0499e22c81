import { actOnce } from './specs/two-servers'

actOnce(5)
