import type { TimeZone } from '../../date'
import type { FieldPlan } from '../../form/plan'
import {
  type DraftCondition,
  type DraftGroup,
  decodeDraft,
  encodeQuery,
  needsValue,
  newCondition,
  newGroup,
  shapeOf,
  symbolsOf,
} from '../condition-draft'
import { readValue, writeValue } from './values'

/** What comparisons are called in an address. */
const WORDS: readonly (readonly [symbol: string, word: string])[] = [
  ['==', 'is'],
  ['<>', 'not'],
  ['like', 'has'],
  ['notLike', 'lacks'],
  ['>', 'over'],
  ['>=', 'from'],
  ['<', 'under'],
  ['<=', 'to'],
  ['between', 'between'],
  ['in', 'in'],
  ['notIn', 'out'],
  ['null', 'empty'],
  ['notNull', 'filled'],
]
const WORD_OF = new Map(WORDS)
const SYMBOL_OF = new Map(WORDS.map(([symbol, word]) => [word, symbol]))

/** `depth.between`; null for what has no word. */
export function testName(path: string, symbol: string): string | null {
  const word = WORD_OF.get(symbol)
  return word === undefined ? null : `${path}.${word}`
}

/** The symbol that a name asks a path by: `depth.between` of `depth`. */
export function symbolIn(name: string, path: string): string | undefined {
  return name.startsWith(`${path}.`) ? SYMBOL_OF.get(name.slice(path.length + 1)) : undefined
}

/** A value as a symbol compares a field with it, and back. */
export function valueText(symbol: string, value: unknown, field: FieldPlan, zone: TimeZone): string {
  return needsValue(symbol) ? writeValue(value, { field, shape: shapeOf(symbol), zone }) : ''
}

export function readValueText(symbol: string, text: string, field: FieldPlan, zone: TimeZone): unknown {
  return needsValue(symbol) ? readValue(text, { field, shape: shapeOf(symbol), zone }) : null
}

/** Stands before groups, or before the conditions of one, of which any is enough. */
const ANY = 'any'

/** An advanced search in short: conditions by `;`, groups by `|`: `depth.over.20;name.has.东|any;kind.is.1;kind.is.2`. */
export function whereText(superQuery: unknown, fields: readonly FieldPlan[], zone: TimeZone): string {
  if (superQuery === null || superQuery === undefined) return ''
  const { logic, groups } = decodeDraft(superQuery, fields)
  const texts = groups.flatMap(({ logic: own, conditions }) => {
    const tests = conditions.flatMap((one) => conditionText(one, fields, zone))
    if (tests.length === 0) return []
    return [[...(own === 'or' && tests.length > 1 ? [ANY] : []), ...tests].join(';')]
  })
  return [...(logic === 'or' && texts.length > 1 ? [ANY] : []), ...texts].join('|')
}

function conditionText(
  { path, symbol, value }: DraftCondition,
  fields: readonly FieldPlan[],
  zone: TimeZone,
): readonly string[] {
  const field = fields.find((one) => one.path === path)
  const name = field ? testName(field.path, symbol) : null
  if (!field || name === null) return []
  return [needsValue(symbol) ? `${name}.${escaped(valueText(symbol, value, field, zone))}` : name]
}

/** The advanced search that such a text means, of the conditions that the list has a field for; null: none. */
export function readWhere(text: string, fields: readonly FieldPlan[], zone: TimeZone): object | null {
  const [isAny, parts] = partsOf(text.split('|'))
  const groups = parts.map((part): DraftGroup => {
    const [isAnyOf, tests] = partsOf(part.split(';'))
    const conditions = tests.flatMap((test) => readCondition(test, fields, zone))
    return { ...newGroup(), logic: isAnyOf ? 'or' : 'and', conditions }
  })
  return encodeQuery({ logic: isAny ? 'or' : 'and', groups }, fields)
}

function partsOf(parts: readonly string[]): readonly [isAny: boolean, parts: readonly string[]] {
  return parts[0] === ANY ? [true, parts.slice(1)] : [false, parts]
}

function readCondition(
  text: string,
  fields: readonly FieldPlan[],
  zone: TimeZone,
): readonly DraftCondition[] {
  for (const field of fields) {
    if (!text.startsWith(`${field.path}.`)) continue
    const [word = '', ...rest] = text.slice(field.path.length + 1).split('.')
    const symbol = SYMBOL_OF.get(word)
    if (symbol === undefined || !symbolsOf(field).includes(symbol)) continue
    const value = readValueText(symbol, unescaped(rest.join('.')), field, zone)
    return [{ ...newCondition(), path: field.path, symbol, value }]
  }
  return []
}

const escaped = (text: string) => text.replace(/[%;|]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
const unescaped = (text: string) =>
  text.replace(/%(25|3b|7c)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
