import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testHost } from '../shared/testing'
import { widget } from '.'
import { definition } from './definition'

const { Display } = widget
const container = document.createElement('div')
let root: Root | undefined

afterEach(() => {
  root?.unmount()
  container.remove()
})

describe('button', () => {
  it('is named, is no part of a submit, and tells the keyboard too that nothing is set to happen', async () => {
    const settings = { ...definition.defaults, buttonText: '测量', type: 'primary' as const }
    root = createRoot(document.body.appendChild(container))
    flushSync(() =>
      root?.render(Display && <Display id="b" settings={settings} label="" host={testHost()} />),
    )
    const button = page.getByRole('button', { name: '测量' })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAttribute('type', 'button')
    await userEvent.tab()
    await expect.element(button).toHaveFocus()
    await expect.element(page.getByText('此按钮没有设置点击事件')).toBeVisible()
  })
})
