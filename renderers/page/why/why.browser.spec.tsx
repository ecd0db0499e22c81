import { draw, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageView } from '../page-view'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const DOCUMENT = {
  title: '泵房',
  state: { count: 0 },
  body: {
    node: 'stack',
    items: [
      {
        node: 'toolbar',
        items: [
          { node: 'button', text: '清空', disabled: 'page.count == 0', do: { set: { 'page.count': 0 } } },
          { node: 'button', text: '加一', do: { set: { 'page.count': 1 } } },
        ],
      },
      { node: 'card', title: '明细', visible: 'page.count > 3', body: { node: 'text', text: '内容' } },
    ],
  },
}

function open(): void {
  const answers = {
    'documents.read': readingDocuments({ 'pages/why.page.json': JSON.stringify(DOCUMENT) }),
    'menu.place': () => ({ grantors: [] }),
  }
  const host = Object.assign(testHost(answers), {
    resources: async () => resources,
    timeZone: 'Asia/Shanghai',
  })
  drawn = draw(<PageView file="pages/why.page.json" route="/why" />, host, '100%')
}
const panel = () => document.querySelector('[role="dialog"]')?.textContent

it('is asked of a page with Alt and ? on what has the focus, and lists what is hidden or closed and why', async () => {
  open()
  await expect.element(page.getByRole('button', { name: '加一' })).toBeVisible()
  ;(page.getByRole('button', { name: '加一' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{Shift>}?{/Shift}{/Alt}')
  await expect.poll(panel).toContain('这个页面为什么是这样')
  expect(panel()).toContain('明细')
  expect(panel()).toContain('page.count > 3')
  expect(panel()).toContain('清空')
  expect(panel()).toContain('page.count == 0')
  expect(panel(), 'its value as it is').toContain('page.count0')
})

it('is asked by a long touch beside the buttons', async () => {
  open()
  await expect.element(page.getByRole('button', { name: '加一' })).toBeVisible()
  document
    .querySelector('.loam-node-toolbar')
    ?.dispatchEvent(
      new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true }),
    )
  await expect.poll(panel).toContain('page.count > 3')
})
