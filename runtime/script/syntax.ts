import { parser } from '@lezer/javascript'

/** Where a script stops being one function of JavaScript, as a place in its text; undefined where it parses. */
export function syntaxFault(source: string): number | undefined {
  // As the sandbox takes it: a value, in brackets of its own.
  const tree = parser.parse(`(${source}\n)`)
  let fault: number | undefined
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) fault ??= Math.min(Math.max(from - 1, 0), source.length)
      return fault === undefined
    },
  })
  if (fault !== undefined) return fault
  const value = tree.topNode.firstChild?.getChild('ParenthesizedExpression')?.getChild('Expression')
  return value && FUNCTIONS.includes(value.name) ? undefined : 0
}

const FUNCTIONS: readonly string[] = ['ArrowFunction', 'FunctionExpression']
