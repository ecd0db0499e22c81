import { readdirSync, readFileSync } from 'node:fs'
import { isRecord } from '@runtime/json'
import { shippedMessages } from '@tests/fixtures/shipped-messages'
import { catalogue } from '@widgets/definitions'
import { expect, it } from 'vitest'
import { compileColumnData } from '../../list'
import { createTranslator, type Text } from '../../text'
import { compileFormData } from '../index'

const FOLDER = 'schemas/models'
const messages = shippedMessages()
const CHINESE = /[\u4e00-\u9fff]/
/** What is stored, what names a thing here for designers alone, and what stands in a setting as written. */
const UNSEEN = new Set([
  ...['value', 'key', 'widgetName', 'interfaceName', 'fieldName', 'ruleName', 'source', 'definition'],
  ...['defaultValue', 'id', 'zh', 'data', 'expression', 'compute'],
])

/** Texts of a plan that a person may read, as they are said. */
function* said(
  plan: unknown,
  text: (text: Text) => string,
  at: string,
  seen = new Set<object>(),
): Generator<string> {
  if (typeof plan === 'string') yield `${at}: ${text(plan)}`
  if (typeof plan !== 'object' || plan === null || seen.has(plan)) return
  seen.add(plan)
  if (isRecord(plan) && typeof plan['zh'] === 'string') return yield `${at}: ${text(plan as unknown as Text)}`
  const entries = plan instanceof Map ? [...plan] : Object.entries(plan)
  // What a choice is called stands under `label`; the rest is the source's own record.
  const isChoice = isRecord(plan) && 'label' in plan && 'value' in plan
  for (const [key, value] of entries)
    if (!(isChoice && key === 'fullName') && !UNSEEN.has(String(key)))
      yield* said(value, text, `${at}/${key}`, seen)
}

it.each(['zhtw', 'en'] as const)('every text of the demo’s models is said in %s', (language) => {
  const { text } = createTranslator(language, messages)
  const unsaid = readdirSync(FOLDER).flatMap((file) => {
    const { formData, columnData, enCode } = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
    const form = compileFormData(formData, { id: enCode, catalogue })
    const list = compileColumnData(columnData, form, { id: enCode })
    return [...said({ form, list }, text, enCode)]
  })
  expect(unsaid.length).toBeGreaterThan(1000)
  expect(unsaid.filter((one) => /: @\w/.test(one))).toEqual([])
  if (language === 'en') expect(unsaid.filter((one) => CHINESE.test(one))).toEqual([])
})
