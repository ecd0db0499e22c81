import { compileExpression } from '../../expression'
import { nodesIn } from '../../form/formdata/identities'
import { asRecord, asWord, isRecord } from '../../json'
import { nameOf } from '../dialect'
import type { MemberSetting } from './member'

/** A piece of a formula as people type it: a number, a name or path, an operator, or space. */
const PIECE = /(\d+(?:\.\d+)?|\.\d+)|([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?)|([-+*/×÷()])|\s+/uy

const STORED: Readonly<Record<string, string>> = { '*': '×', '/': '÷' }
const TYPED: Readonly<Record<string, string>> = { '×': '*', '÷': '/' }

/** The tokens of a calculation (`reference/formdata-format.md §7`) as one types them: `price * quantity`. */
export function formulaText(tokens: unknown): string | undefined {
  if (!Array.isArray(tokens) || tokens.length === 0) return undefined
  const parts = tokens.map((token: unknown) => {
    if (isRecord(token)) return ` ${asWord(token['__vModel__'] ?? '')} `
    const text = asWord(token)
    return /^[\d.]$/.test(text) ? text : ` ${TYPED[text] ?? text} `
  })
  return parts.join('').replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim()
}

/** The tokens that say a formula; null for a text that is none. `labelOf` gives a field's label by its path. */
export function formulaTokens(text: string, labelOf: (path: string) => string): readonly unknown[] | null {
  const tokens: unknown[] = []
  let plain = ''
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text)
    if (!piece) return null
    const [, number, name, operator] = piece
    if (number !== undefined) tokens.push(...number)
    if (name !== undefined) tokens.push({ __vModel__: name, label: labelOf(name) })
    if (operator !== undefined) tokens.push(STORED[operator] ?? operator)
    plain += name === undefined ? (TYPED[operator ?? ''] ?? piece[0]) : ' v '
  }
  return isFormula(plain) ? tokens : null
}

function isFormula(source: string): boolean {
  try {
    compileExpression(source)
    return true
  } catch {
    return false
  }
}

/** The calculation of a field as a setting; its operands are called what the fields are called now. */
export function formulaSetting(formData: unknown): MemberSetting {
  return {
    at: ['expression'],
    schema: { type: 'string', title: '@design.setting.expression' },
    place: { section: 'data', format: 'expression' },
    read: formulaText,
    write: (value, before) => formulaTokens(String(value), labelsIn(formData, before)) ?? before,
  }
}

function labelsIn(formData: unknown, before: unknown): (path: string) => string {
  const labels = new Map<string, string>()
  for (const token of Array.isArray(before) ? before.filter(isRecord) : [])
    labels.set(asWord(token['__vModel__']), asWord(token['label'] ?? ''))
  for (const { node, above } of nodesIn(asRecord(formData))) {
    const table = above.find((one) => asRecord(one['__config__'])['jnpfKey'] === 'table')
    const path = table ? `${nameOf(table)}.${nameOf(node)}` : nameOf(node)
    const { label } = asRecord(node['__config__'])
    if (nameOf(node) !== '' && typeof label === 'string') labels.set(path, label)
  }
  return (path) => labels.get(path) || path
}
