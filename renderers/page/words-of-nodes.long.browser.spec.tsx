import { wordsAreDrawn } from './words/differences'

wordsAreDrawn(() => true)
