import '../../shell/base.css'
import { type FormProps, withTheme } from '@rjsf/core'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { draw, testHost } from '../../testing'
import { fill, openControls } from './specs/fill'
import { suiteForms } from './specs/suite-forms'
import { theme } from './theme'
import { validator } from './validator'
import { wordsOf } from './words'

const Form = withTheme(theme)
const host = testHost()
const forms = await suiteForms()

/** Forms of the suite in which nothing is to be filled in: disabled, read-only, of null, hidden, or of nothing but themselves. */
const CLOSED = [
  'null field',
  'hidden field',
  'disabled using radio',
  'and readonly',
  ', disabled',
  ', readonly',
  'Cyclic schema',
]

/** Buttons that bring the first control: an entry of a list, a group that need not be there, one more turn of a circle. */
const OPENERS = '[id$="__add"]:not([disabled]), [id$="__optional_add"], [id$="Add"], .loam-form-grid > button'

let drawn: ReturnType<typeof draw> | undefined

afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

function Held({
  props,
  held,
}: {
  readonly props: FormProps
  readonly held: { value: unknown; faults: string[] }
}) {
  const [value, setValue] = useState(props.formData)
  return (
    <Form
      {...props}
      validator={validator}
      translateString={wordsOf(host)}
      formData={value}
      onChange={({ formData }) => {
        held.value = formData
        setValue(formData)
      }}
    />
  )
}

describe('the forms of RJSF’s suite for themes', () => {
  it('are all there', () => {
    expect(forms.length).toBeGreaterThanOrEqual(100)
  })

  it.each(forms.map(({ name, props }) => [name, props] as const))('%s', async (name, props) => {
    const held = { value: props.formData as unknown, faults: [] as string[] }
    drawn = draw(<Held props={props} held={held} />, host, 'auto')
    const { place } = drawn
    await expect.poll(() => place.querySelector('form, div.rjsf')?.childElementCount ?? 0).toBeGreaterThan(0)
    await expect.poll(() => place.querySelector('.loam-form-waiting')).toBeNull()
    const controls = () => openControls(place)
    if (CLOSED.some((part) => name.includes(part))) return expect(controls()).toEqual([])
    if (controls().length === 0) place.querySelector<HTMLElement>(OPENERS)?.click()
    await expect.poll(() => controls().length).toBeGreaterThan(0)
    const before = JSON.stringify(held.value)
    const [control] = controls()
    if (control) await fill(control)
    await expect.poll(() => JSON.stringify(held.value)).not.toBe(before)
  })
})
