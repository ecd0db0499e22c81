import { wordsAreDrawn } from './specs/words/differences'

/** Of each node one word beside `visible`, which all have; every word is drawn in the long run. */
wordsAreDrawn((_, place) => place === 1)
