import { StreamLanguage } from '@codemirror/language'
import { functionNamed } from '@runtime/expression/functions/registry'

const SIGNS = /[-+*/%^<>=!&|?:,.()[\]{}（）【】，：？＋－×÷＞＜＝！≥≤≠]/
const WORDS = new Set(['true', 'false', 'null'])
const OPERATORS = new Set(['and', 'or', 'not', 'in'])

/** Colours of the expression language: functions that there are, names, texts and numbers. */
export const expressionLanguage = StreamLanguage.define<object>({
  name: 'expression',
  startState: () => ({}),
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
    if (stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^“[^”]*”?/) || stream.match(/^‘[^’]*’?/)) return 'string'
    const name = stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u)
    if (name && name !== true) {
      const word = name[0] ?? ''
      if (WORDS.has(word.toLowerCase())) return 'atom'
      if (OPERATORS.has(word.toLowerCase())) return 'keyword'
      const isCall = stream.match(/^\s*[(（]/, false) !== null
      return isCall && functionNamed(word) ? 'variableName.function' : 'variableName'
    }
    if (!stream.match(SIGNS)) stream.next()
    return null
  },
})
