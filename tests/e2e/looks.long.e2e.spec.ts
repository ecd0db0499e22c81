import { DESKTOP, HANDSET, looksAt } from './screens'

looksAt(DESKTOP)
looksAt(HANDSET, ['screen of the field', 'screen of the designer'], ['dark'])
