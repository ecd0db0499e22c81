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

function show(settings: object): readonly string[] {
  const visited: string[] = []
  const host = { ...testHost(), navigate: (to: string) => visited.push(to) }
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  const all = { ...definition.defaults, ...settings }
  flushSync(() => root?.render(Display && <Display id="link" settings={all} label="链接" host={host} />))
  return visited
}

afterEach(() => {
  root?.unmount()
  container?.remove()
})

describe('link', () => {
  it('opens a place of the product without loading it again', async () => {
    const visited = show({ content: '字典', href: '/dictionary' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(visited).toEqual(['/dictionary'])
  })

  it('says that it opens a new window, which cannot reach back', async () => {
    show({ content: '帮助', href: 'https://example.com', target: '_blank' })
    const link = page.getByRole('link', { name: '帮助 在新窗口打开' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('href', 'https://example.com')
  })

  it('is plain text where its address must not be followed', async () => {
    show({ content: '危险', href: 'javascript:alert(1)' })
    await expect.element(page.getByText('危险')).toHaveAttribute('title', '链接地址不可用')
    expect(container?.querySelector('a')).toBeNull()
  })
})
