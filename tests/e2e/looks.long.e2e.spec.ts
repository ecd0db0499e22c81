import { DESKTOP, HANDSET, looksAt } from './screens'

looksAt(DESKTOP)
looksAt(HANDSET, ['screen of the field'], ['dark'])
