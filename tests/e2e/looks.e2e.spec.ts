import { HANDSET, looksAt, readsInEveryLanguage } from './screens'

/** The narrow screen has all that the wide one has, and less room; the wide one is the long run's. */
looksAt(HANDSET)
readsInEveryLanguage()
