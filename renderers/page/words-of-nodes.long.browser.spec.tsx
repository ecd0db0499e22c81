import { wordsAreDrawn } from './specs/words/differences'

wordsAreDrawn(() => true)
