import { readdirSync, readFileSync } from 'node:fs'
import { shippedMessages } from '@tests/fixtures/shipped-messages'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { compileColumnData } from '../../list'
import { createTranslator, type Text } from '../../text'
import { compileFormData } from '../index'

const FOLDER = 'schemas/models'
const messages = shippedMessages()
const CHINESE = /[\u4e00-\u9fff]/
const models = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')))

describe('words of a model with codes beside them', () => {
  it('are said in the reader’s language where a locale has the code, else as they stand', () => {
    const coded = (code: string) =>
      compileFormData(
        {
          fields: [{ __vModel__: 'x', __config__: { jnpfKey: 'input', label: '编号', labelI18nCode: code } }],
        },
        { id: 'm', catalogue },
      ).fields.get('x')?.label
    const { text } = createTranslator('en', messages)
    expect(text(coded('@demoModels.plotNo'))).toBe('Plot No.')
    expect(text(coded('theirs.number'))).toBe('编号')
  })

  it.each(['zhtw', 'en'] as const)('are there for every demo model: %s', (language) => {
    const { text } = createTranslator(language, messages)
    const isSaid = (label: Text | undefined) => typeof label !== 'string' || !CHINESE.test(label)
    for (const { formData, columnData, enCode } of models) {
      const form = compileFormData(formData, { id: enCode, catalogue })
      const list = compileColumnData(columnData, form, { id: enCode })
      const labels = [
        ...[...form.fields.values()].flatMap(({ label, placeholder }) => [label, placeholder]),
        ...[...list.columns, ...list.search].map(({ label }) => label),
      ]
      expect(
        labels.filter((label) => !isSaid(label)),
        enCode,
      ).toEqual([])
      if (language === 'en')
        expect(labels.map((label) => text(label)).filter((said) => CHINESE.test(said))).toEqual([])
    }
  })
})
