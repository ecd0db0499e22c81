import '../../shell/base.css'
import type { JsonSchema } from '@runtime/schema'
import { run } from 'axe-core'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { SchemaForm, type SchemaFormHandle } from './schema-form'

let drawn: ReturnType<typeof draw> | undefined

afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

interface Held {
  value: unknown
  form: SchemaFormHandle | null
}

function Live({ schema, held }: { readonly schema: JsonSchema; readonly held: Held }) {
  const [value, setValue] = useState(held.value)
  return (
    <SchemaForm
      ref={(form) => {
        held.form = form
      }}
      schema={schema}
      value={value}
      onChange={(next) => {
        held.value = next
        setValue(next)
      }}
    />
  )
}

function open(schema: JsonSchema, value: unknown, language: 'zh' | 'en' = 'zh'): Held {
  const held: Held = { value, form: null }
  drawn = draw(<Live schema={schema} held={held} />, testHost({}, language), 'auto')
  return held
}

describe('words of the language', () => {
  it('have their own editors: expressions, templates, icons and schemas', async () => {
    const held = open(
      {
        type: 'object',
        properties: {
          when: { $id: 'ExpressionField', type: 'string', title: 'When' },
          text: { $id: 'TemplateField', type: 'string', title: 'Text' },
          icon: { $id: 'IconField', type: 'string', title: 'Icon' },
          schema: { $id: 'JsonField', type: 'object', title: 'Schema' },
        },
      },
      { when: true, schema: { type: 'string' } },
    )
    await expect.element(page.getByRole('textbox', { name: 'When' })).toHaveTextContent('true')
    await userEvent.click(page.getByRole('textbox', { name: 'When' }))
    await userEvent.keyboard(' and LEN')
    await expect.element(page.getByRole('option', { name: /LEN/ })).toBeVisible()
    await userEvent.click(page.getByRole('textbox', { name: 'Text' }))
    await userEvent.keyboard('a')
    await userEvent.click(page.getByRole('combobox', { name: 'Icon' }))
    await userEvent.keyboard('Sun{Enter}')
    await userEvent.click(page.getByRole('textbox', { name: 'Schema' }))
    await userEvent.keyboard('{Control>}a{/Control}{Delete}{{"type": ')
    // It is kept as it is written until it says something.
    await expect.element(page.getByRole('textbox', { name: 'Schema' })).toHaveTextContent('{"type": }')
    await userEvent.keyboard('1')
    await expect
      .poll(() => held.value)
      .toEqual({ when: 'true and LEN', text: 'a', icon: 'Sun', schema: { type: 1 } })
  })
})

const PUMP: JsonSchema = {
  type: 'object',
  required: ['name', 'source'],
  properties: {
    name: { type: 'string', title: '@gallery.schemaForm.name', minLength: 2 },
    source: {
      title: 'Source',
      oneOf: [
        {
          type: 'object',
          title: 'Gateway',
          required: ['kind', 'topic'],
          properties: { kind: { const: 'gateway' }, topic: { type: 'string', pattern: '^sf/' } },
        },
        {
          type: 'object',
          title: 'By hand',
          required: ['kind', 'person'],
          properties: { kind: { const: 'manual' }, person: { type: 'string' } },
        },
      ],
    },
    limits: { type: 'array', title: 'Limits', items: { type: 'number', title: 'Limit' } },
    labels: { type: 'object', title: 'Labels', additionalProperties: { type: 'string' } },
  },
}

describe('SchemaForm', () => {
  it('says beside each field what is wrong with it, and goes to the first', async () => {
    const held = open(PUMP, { name: 'a', source: { kind: 'gateway', topic: 'x' } })
    const name = page.getByRole('textbox', { name: '名称', exact: true })
    await expect.element(name).toBeVisible()
    expect(held.form?.validate()).toBe(false)
    await expect.element(page.getByText('至少 2 个字符')).toBeVisible()
    await expect.element(page.getByText('不符合要求的写法：^sf/')).toBeVisible()
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    const message = document.getElementById(name.element().getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toBe('至少 2 个字符')
    await expect.poll(() => document.activeElement).toBe(name.element())
    await name.fill('pump')
    await page.getByRole('textbox', { name: 'topic' }).fill('sf/1')
    await userEvent.tab()
    await expect.poll(() => document.querySelector('.loam-form-error')).toBeNull()
    expect(held.form?.validate()).toBe(true)
  })

  it('takes the constant of a branch with it when another is chosen', async () => {
    const held = open(PUMP, { name: 'pump', source: { kind: 'gateway', topic: 'sf/1' } })
    await page.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'By hand' }).click()
    await page.getByRole('textbox', { name: 'person' }).fill('Li')
    await expect.poll(() => held.value).toMatchObject({ source: { kind: 'manual', person: 'Li' } })
  })

  it('adds, copies, moves and removes entries of a list', async () => {
    const held = open(PUMP, { limits: [1, 2] }, 'en')
    const limits = () => (held.value as { limits: unknown }).limits
    await page.getByRole('button', { name: 'Move down 1' }).click()
    await expect.poll(limits).toEqual([2, 1])
    await page.getByRole('button', { name: 'Copy 2' }).click()
    await expect.poll(limits).toEqual([2, 1, 1])
    await page.getByRole('button', { name: 'Remove 1' }).click()
    await expect.poll(limits).toEqual([1, 1])
    await page.getByRole('button', { name: 'Add to Limits' }).click()
    await expect.poll(() => (limits() as unknown[]).length).toBe(3)
  })

  it('names members that the schema does not name', async () => {
    const held = open(PUMP, { labels: { zone: 'north' } }, 'en')
    const name = page.getByRole('textbox', { name: 'Name of zone' })
    await name.fill('area')
    await userEvent.tab()
    await expect.poll(() => held.value).toMatchObject({ labels: { area: 'north' } })
    await page.getByRole('button', { name: 'Remove area' }).click()
    await expect.poll(() => (held.value as { labels?: object }).labels ?? {}).toEqual({})
  })

  it('edits any value by its kind, and a text for each language', async () => {
    const any: JsonSchema = {
      $id: 'AnyField',
      type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
    }
    const text: JsonSchema = { $id: 'TextField', type: ['string', 'object'], title: 'Label' }
    const held = open({ type: 'object', properties: { any, text } }, { any: '3', text: '@common.save' }, 'en')
    const words = page.getByRole('textbox', { name: 'Label' })
    await expect.element(words).toHaveValue('Save')
    await page.getByRole('combobox', { name: 'any Type' }).click()
    await page.getByRole('option', { name: 'Number' }).click()
    await expect.poll(() => held.value).toMatchObject({ any: 3, text: '@common.save' })
    await page.getByRole('button', { name: 'One for each language' }).click()
    await page.getByRole('textbox', { name: 'Label en' }).fill('Keep')
    await expect.poll(() => held.value).toMatchObject({ text: { zh: 'Save', en: 'Keep' } })
  })

  it('has no fault that axe finds', async () => {
    open(PUMP, { name: 'pump', source: { kind: 'manual' }, limits: [1], labels: { zone: 'north' } })
    await expect.element(page.getByRole('textbox', { name: '名称', exact: true })).toBeVisible()
    const { violations } = await run(drawn?.place as HTMLElement)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
})
