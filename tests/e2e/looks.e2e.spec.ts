import { HANDSET, looksAt, readsInEveryLanguage } from './screens'

/** The narrow screen has all that the wide one has, and less room; the wide one, and the field by night, are the long run's. */
looksAt(HANDSET, ['screen'])
looksAt(HANDSET, ['screen of the designer'], ['light'])
looksAt(HANDSET, ['screen of the field'], ['light'])
readsInEveryLanguage()
