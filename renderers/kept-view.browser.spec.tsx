import { StrictMode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { KeptView, useLastingEffect } from './kept-view'

let root: Root | undefined
afterEach(async () => {
  root?.unmount()
  root = undefined
  await Promise.resolve()
  document.body.replaceChildren()
  heard.mockReset()
})

const heard = vi.fn<(word: string) => void>()
/** What the lasting effect did. */
const lasted = () => heard.mock.calls.flat().filter((word) => / [ab]$/.test(word))

function Probe({ subject = 'a' }: { readonly subject?: string }) {
  const [typed, setTyped] = useState('')
  useLastingEffect(subject, () => {
    heard(`begin ${subject}`)
    return () => heard(`end ${subject}`)
  })
  useEffect(() => {
    heard('effect')
    return () => heard('rest')
  }, [])
  return (
    <>
      <input aria-label="words" value={typed} onChange={(event) => setTyped(event.target.value)} />
      {createPortal(<p>opened over it</p>, document.body)}
    </>
  )
}

interface Shown {
  readonly shown?: boolean
  readonly there?: boolean
  readonly subject?: string
  readonly strict?: boolean
}

async function draw({ shown = true, there = true, subject = 'a', strict = false }: Shown): Promise<void> {
  root ??= makeRoot()
  const view = there ? (
    <KeptView shown={shown}>
      <Probe subject={subject} />
    </KeptView>
  ) : null
  root.render(strict ? <StrictMode>{view}</StrictMode> : view)
  await new Promise((resolve) => setTimeout(resolve))
}

function makeRoot(): Root {
  const place = document.createElement('div')
  document.body.append(place)
  return createRoot(place)
}

describe('a view that is kept', () => {
  test('keeps what was typed while it is hidden, with what is open over it; its effects rest', async () => {
    await draw({})
    await page.getByLabelText('words').fill('half')
    await draw({ shown: false })
    await expect.poll(() => document.querySelector('input')?.checkVisibility()).toBe(false)
    expect(document.querySelector('p')?.checkVisibility()).toBe(false)
    await expect.poll(() => heard).toHaveBeenLastCalledWith('rest')
    await draw({})
    await expect.element(page.getByLabelText('words')).toHaveValue('half')
    await expect.element(page.getByText('opened over it')).toBeVisible()
  })

  test('a lasting effect goes on while it is hidden, and ends once when it is gone', async () => {
    await draw({})
    await draw({ shown: false })
    await draw({})
    await draw({ shown: false })
    await expect.poll(() => heard).toHaveBeenLastCalledWith('rest')
    expect(lasted()).toEqual(['begin a'])
    await draw({ there: false })
    await expect.poll(() => lasted()).toEqual(['begin a', 'end a'])
  })

  test('a lasting effect ends where it is shown, where its subject changes, and not twice in strict mode', async () => {
    await draw({ strict: true })
    await expect.poll(() => lasted()).toEqual(['begin a'])
    await draw({ strict: true, subject: 'b' })
    await expect.poll(() => lasted()).toContain('begin b')
    await draw({ strict: true, there: false })
    await expect.poll(() => lasted()).toEqual(['begin a', 'end a', 'begin b', 'end b'])
  })
})
