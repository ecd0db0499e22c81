import {
  type Completion,
  type CompletionSource,
  completeFromList,
  ifNotIn,
  startCompletion,
} from '@codemirror/autocomplete'
import { localCompletionSource, snippets } from '@codemirror/lang-javascript'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import {
  parametersOf,
  SCRIPT_UTILITIES,
  type ScriptEvent,
  type ScriptParameter,
} from '@runtime/script/parameters'
import type { Translator } from '@runtime/text'
import {
  nameOption,
  type Offered,
  type OfferedName,
  offeredFor,
} from '@widgets/shared/code-editor/completion'

const SETTERS = /^set(?:FormData|ShowOrHide|Required|Disabled)$/
const IN_SETTER = /\bset(?:FormData|ShowOrHide|Required|Disabled)\(\s*['"`]([^'"`]*)$/
const IN_VALUES = /\bformData(?:\.|\[\s*['"`])([\p{L}\p{N}_$]*)$/u
const IN_ROW = /\bdata(?:\.|\[\s*['"`])([\p{L}\p{N}_$]*)$/u
const IN_UTILITIES = /\bonlineUtils\.([\w$]*)$/
const NAME = /(?:^|[^.\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)$/u
const TEXTS = ['String', 'TemplateString', 'LineComment', 'BlockComment']

/**
 * What a script of a form or a list can name: what it is given, members of `onlineUtils`, fields where it sets or reads them;
 * fields by both their words.
 */
export function scriptCompletions(
  event: ScriptEvent,
  fields: readonly OfferedName[],
  { text }: Pick<Translator, 'text'>,
): readonly CompletionSource[] {
  const names = fields.map((one) => nameOption(one, text))
  const topLevel = names.filter(({ option }) => !option.label.includes('.'))
  const offer = (all: readonly ScriptParameter[]) => all.map((one) => parameterOption(one, text))
  const utilities = offer(SCRIPT_UTILITIES)
  const parameters = offer(parametersOf(event))
  const own = new Set(parameters.map(({ option }) => option.label))
  const given: CompletionSource = ({ state, pos, explicit }) => {
    const line = state.doc.lineAt(pos)
    const before = line.text.slice(0, pos - line.from)
    const found = (all: readonly Offered[], written = '') => ({
      from: pos - written.length,
      options: offeredFor(all, written),
      filter: false,
    })
    const inSetter = IN_SETTER.exec(before)
    if (inSetter) return found(names, inSetter[1])
    const inValues = (event.ofList ? IN_ROW : IN_VALUES).exec(before)
    if (inValues) return found(topLevel, inValues[1])
    if (isText(state, pos)) return null
    const inUtilities = IN_UTILITIES.exec(before)
    if (inUtilities) return found(utilities, inUtilities[1])
    const name = NAME.exec(before)?.[1]
    return name === undefined && (!explicit || before.endsWith('.')) ? null : found(parameters, name)
  }
  const local: CompletionSource = (context) => {
    const result = localCompletionSource(context)
    // What the script is given is offered with what it does.
    return result && { ...result, options: result.options.filter(({ label }) => !own.has(label)) }
  }
  return [given, local, ifNotIn([...TEXTS, '.', 'PropertyName'], completeFromList(snippets))]
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

const isText = (state: EditorState, at: number) => TEXTS.includes(syntaxTree(state).resolveInner(at, -1).name)

function isParameter(state: EditorState, at: number): boolean {
  for (let node: Node | null = syntaxTree(state).resolveInner(at, 1); node; node = node.parent) {
    if (node.name === 'ParamList') return true
    if (node.name === 'Block') return false
  }
  return false
}

function parameterOption({ name, signature, about }: ScriptParameter, text: Translator['text']): Offered {
  const isCalled = signature !== ''
  const option: Completion = {
    label: name,
    type: isCalled ? 'function' : 'variable',
    ...(isCalled && { detail: signature, apply: called }),
    info: text(about),
  }
  return { option, words: [name] }
}

/** Puts a call in; where it names a field, that is asked for at once. */
const called: Completion['apply'] = (view, { label }, from, to) => {
  const isNaming = SETTERS.test(label)
  const insert = isNaming ? `${label}('')` : `${label}()`
  // Before a bracket that stands already, and where parameters are named, the name alone is put in.
  const isBare = view.state.sliceDoc(to, to + 1) === '(' || isParameter(view.state, from)
  view.dispatch({
    changes: { from, to, insert: isBare ? label : insert },
    selection: { anchor: from + label.length + (isBare ? 0 : isNaming ? 2 : 1) },
    userEvent: 'input.complete',
  })
  if (isNaming && !isBare) startCompletion(view)
}
