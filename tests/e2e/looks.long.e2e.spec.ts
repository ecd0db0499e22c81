import { DESKTOP, looksAt } from './screens'

looksAt(DESKTOP)
