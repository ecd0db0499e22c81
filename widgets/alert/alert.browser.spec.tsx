import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testHost } from '../shared/testing'
import { widget } from '.'
import { definition } from './definition'

const { Display } = widget
let root: Root | undefined
let container: HTMLElement | undefined

function show(settings: object): void {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  const all = { ...definition.defaults, ...settings }
  flushSync(() =>
    root?.render(Display && <Display id="alert" settings={all} label="提示" host={testHost()} />),
  )
}

afterEach(() => {
  root?.unmount()
  container?.remove()
})

describe('alert', () => {
  it('says its title and description and is put away by the keyboard', async () => {
    show({ title: '注意', description: '请先保存', type: 'warning', showIcon: true })
    await expect.element(page.getByRole('alert')).toHaveTextContent('注意请先保存')
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: '关闭' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('closes by its own word, and not at all where it is to stay', async () => {
    show({ title: '注意', closeText: '知道了' })
    await page.getByRole('button', { name: '知道了' }).click()
    expect(container?.textContent).toBe('')
    root?.unmount()
    show({ title: '注意', closable: false })
    expect(container?.querySelector('button')).toBeNull()
  })
})
