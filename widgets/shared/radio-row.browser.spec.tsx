import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RadioRow } from './radio-row'

let root: Root | undefined
afterEach(() => root?.unmount())

function Row({ label, values }: { readonly label: string; readonly values: readonly string[] }) {
  const [value, choose] = useState(values[0])
  return <RadioRow aria-label={label} type="button" value={value} onChange={choose} options={[...values]} />
}

it('is one stop of Tab; its arrows stay in it, and it is called by its name', async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <>
      <Row label="Width" values={['wide', 'narrow']} />
      <Row label="Sample" values={['none', 'one']} />
    </>,
  )
  const radio = (row: string, name: string) =>
    page.getByRole('radiogroup', { name: row }).getByRole('radio', { name })
  await expect.element(radio('Width', 'wide')).toBeChecked()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(radio('Width', 'narrow')).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(radio('Width', 'wide')).toBeChecked()
  await expect.element(radio('Sample', 'none')).toBeChecked()
  await userEvent.tab()
  await expect.element(radio('Sample', 'none')).toHaveFocus()
})
