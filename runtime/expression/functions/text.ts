import SparkMD5 from 'spark-md5'
import { sha256 } from '../../proof/sha256'
import { plainDigits, toDecimalNumber } from '../decimal'
import { jsonText, valueOfJson } from '../json-text'
import { EXPRESSION_LIMITS } from '../limits'
import {
  boundedText,
  excerpt,
  type Frame,
  flatten,
  isBlank,
  numberOf,
  plain,
  textOf,
  trouble,
} from '../value'
import { dateOf, patternText } from './date'
import { grouped } from './number'
import { type ExpressionFunction, eager } from './types'

/** A whole count, not below zero; `fallback` when it is not given. */
function countOf(value: unknown, frame: Frame, fallback: number): number {
  if (value === undefined) return fallback
  return Math.max(0, Math.trunc(numberOf(value, frame) ?? 0))
}

/** Characters as people count them: 😀 is one. */
function characters(value: unknown): string[] {
  return [...textOf(value)]
}

function onText(names: readonly [string, ...string[]], work: (text: string) => unknown): ExpressionFunction {
  return eager('text', names, 'text', ([value]) => work(textOf(value)))
}

function onTwo(
  names: readonly [string, ...string[]],
  work: (text: string, part: string) => boolean,
): ExpressionFunction {
  return eager('text', names, 'text, part', ([value, part]) => work(textOf(value), textOf(part)))
}

/** `0.00`, `#,##0.00`, `0%` or a date pattern. */
function format(value: unknown, pattern: string, frame: Frame): string | null {
  if (isBlank(value)) return ''
  if (/[yMdHhms]/i.test(pattern)) {
    const ms = dateOf(value, frame)
    return ms === null ? null : patternText(ms, pattern, frame)
  }
  const match = /^([^#0,.%]*)(#,##0|#|0+(?!0))(?:\.(0+)(?!0))?(%?)(.*)$/.exec(pattern)
  if (!match) return trouble(frame, 'type', 'notAFormat', { found: excerpt(pattern) })
  const [, prefix = '', integer = '', fraction = '', percent = '', suffix = ''] = match
  const number = toDecimalNumber(value)
  if (number === null) return trouble(frame, 'type', 'notANumber', { found: excerpt(value) })
  const digits = percent ? plainDigits(`${number}e2`) : value
  const text = integer.includes(',') ? grouped(digits, fraction.length) : plainDigits(digits, fraction.length)
  return `${prefix}${padInteger(text ?? '', integer.includes(',') ? 1 : integer.length)}${percent}${suffix}`
}

function padInteger(text: string, length: number): string {
  const [, sign = '', integer = '', rest = ''] = /^(-?)([\d,]*)(?![\d,])(.*)$/.exec(text) ?? []
  return sign + integer.padStart(length, '0') + rest
}

function pad(names: readonly [string, ...string[]], atStart: boolean): ExpressionFunction {
  return eager('text', names, 'text, length, [filler]', ([value, length, filler = ' '], frame) => {
    const wanted = countOf(length, frame, 0)
    if (wanted > EXPRESSION_LIMITS.text)
      return trouble(frame, 'limit', 'textTooLong', { limit: EXPRESSION_LIMITS.text })
    return atStart
      ? textOf(value).padStart(wanted, textOf(filler))
      : textOf(value).padEnd(wanted, textOf(filler))
  })
}

function replaceAll(value: unknown, part: unknown, by: unknown, frame: Frame): string | null {
  const [text, search, replacement] = [textOf(value), textOf(part), textOf(by)]
  if (search === '') return text
  const pieces = text.split(search)
  const length = text.length + (pieces.length - 1) * (replacement.length - search.length)
  if (length > EXPRESSION_LIMITS.text)
    return trouble(frame, 'limit', 'textTooLong', { limit: EXPRESSION_LIMITS.text })
  return pieces.join(replacement)
}

function splitText(value: unknown, separator: unknown, frame: Frame): string[] | null {
  const text = textOf(value)
  if (text === '') return []
  const pieces = text.split(textOf(separator))
  const { list: limit } = EXPRESSION_LIMITS
  return pieces.length > limit ? trouble(frame, 'limit', 'listTooLong', { limit }) : pieces
}

/** What JSON text says; blank text says nothing. */
function parsedJson(value: unknown, frame: Frame): unknown {
  const text = boundedText(textOf(value), frame)
  if (text === null || text.trim() === '') return null
  const parsed = valueOfJson(text)
  return parsed === undefined ? trouble(frame, 'type', 'notJson', { found: excerpt(text) }) : plain(parsed)
}

/** The text's UTF-8, a character a byte. */
function bytesOf(text: string): string {
  return encodedUrl(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** SHA-256 of the text's UTF-8, as 64 hexadecimal digits. */
function hashOf(text: string): string {
  return [...sha256(bytesOf(text))].map((word) => word.toString(16).padStart(8, '0')).join('')
}

/** As a part of an address; half of a pair of characters becomes the sign for what cannot be read. */
function encodedUrl(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

export const textFunctions: readonly ExpressionFunction[] = [
  eager('text', ['CONCAT', 'CONCATENATE', '拼接'], 'value, …', (values, frame) =>
    boundedText(flatten(values).map(textOf).join(''), frame),
  ),
  eager('text', ['LEN', 'LENGTH', '长度'], 'value', ([value]) =>
    Array.isArray(value) ? value.length : characters(value).length,
  ),
  eager('text', ['LEFT', '左截取'], 'text, [count]', ([value, count], frame) =>
    characters(value)
      .slice(0, countOf(count, frame, 1))
      .join(''),
  ),
  eager('text', ['RIGHT', '右截取'], 'text, [count]', ([value, count], frame) => {
    const all = characters(value)
    return all.slice(Math.max(0, all.length - countOf(count, frame, 1))).join('')
  }),
  eager('text', ['MID', 'SUBSTR', '截取'], 'text, start, [count]', ([value, start, count], frame) => {
    const from = Math.max(1, countOf(start, frame, 1)) - 1
    return characters(value)
      .slice(from, from + countOf(count, frame, EXPRESSION_LIMITS.text))
      .join('')
  }),
  onText(['TRIM', '去空格'], (text) => text.trim()),
  onText(['UPPER', '转大写'], (text) => text.toUpperCase()),
  onText(['LOWER', '转小写'], (text) => text.toLowerCase()),
  eager('text', ['REPLACE', 'SUBSTITUTE', '替换'], 'text, part, by', ([value, part, by], frame) =>
    replaceAll(value, part, by, frame),
  ),
  eager('text', ['CONTAINS', '包含'], 'text, part', ([place, part]) => {
    if (Array.isArray(place)) return place.map(textOf).includes(textOf(part))
    return !isBlank(part) && textOf(place).includes(textOf(part))
  }),
  onTwo(['STARTSWITH', '开头是'], (text, part) => text.startsWith(part)),
  onTwo(['ENDSWITH', '结尾是'], (text, part) => text.endsWith(part)),
  eager('text', ['SPLIT', '拆分'], 'text, [separator]', ([value, separator = ','], frame) =>
    splitText(value, separator, frame),
  ),
  eager('text', ['REPT', 'REPEAT', '重复'], 'text, count', ([value, count], frame) => {
    const [text, times] = [textOf(value), countOf(count, frame, 1)]
    if (text.length * times > EXPRESSION_LIMITS.text)
      return trouble(frame, 'limit', 'textTooLong', { limit: EXPRESSION_LIMITS.text })
    return text.repeat(times)
  }),
  eager('text', ['JSON', '转JSON'], 'value, [indent]', ([value, indent], frame) =>
    boundedText(jsonText(value ?? null, countOf(indent, frame, 0)), frame),
  ),
  eager('text', ['PARSEJSON', '解析JSON'], 'text', ([value], frame) => parsedJson(value, frame)),
  eager('text', ['ENCODEURL', '网址编码'], 'text', ([value], frame) =>
    boundedText(encodedUrl(textOf(value)), frame),
  ),
  eager('text', ['HASH', 'SHA256', '哈希'], 'text', ([value]) => hashOf(textOf(value))),
  eager('text', ['MD5'], 'text', ([value]) => SparkMD5.hashBinary(bytesOf(textOf(value)))),
  pad(['PADLEFT', 'LPAD', '左补齐'], true),
  pad(['PADRIGHT', 'RPAD', '右补齐'], false),
  eager('text', ['TEXT', '转文本'], 'value, [format]', ([value, pattern], frame) =>
    pattern === undefined ? textOf(value) : format(value, textOf(pattern), frame),
  ),
  eager('text', ['VALUE', 'NUMBER', '转数字'], 'text', ([value], frame) =>
    isBlank(value) ? null : numberOf(value, frame),
  ),
]
