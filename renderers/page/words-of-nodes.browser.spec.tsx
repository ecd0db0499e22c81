import { wordsAreDrawn } from './specs/words/differences'

/** One node of each kind; the words of all are drawn in the long run (`words-of-nodes.long.browser.spec.tsx`). */
const TRIED = ['card', 'toolbar', 'statistic', 'alert']

wordsAreDrawn((node) => TRIED.includes(node))
