import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { widget as card } from '../../card'
import { widget as collapse } from '../../collapse'
import { widget as divider } from '../../divider'
import { widget as groupTitle } from '../../group-title'
import { widget as tab } from '../../tab'
import { widget as tableGrid } from '../../table-grid'
import { widget as text } from '../../text'
import type { LayoutPane, LayoutProps, Widget } from '../../widget'
import { datesHost } from '../dates/testing'

const drawn: string[] = []
let root: Root | undefined
let container: HTMLElement | undefined

afterEach(() => {
  root?.unmount()
  container?.remove()
  root = undefined
  drawn.length = 0
})

function show(element: React.ReactNode, width?: number): void {
  if (!root) {
    container = document.body.appendChild(document.createElement('div'))
    root = createRoot(container)
  }
  if (container && width !== undefined) container.style.width = `${width}px`
  flushSync(() => root?.render(element))
}

function pane(
  id: string,
  label: string,
  errors = 0,
  panes: readonly LayoutPane[] = [],
  settings = {},
): LayoutPane {
  const render = () => {
    drawn.push(id)
    return <input aria-label={`内容${label}`} />
  }
  return { id, widget: 'pane', label, settings, errors, panes, render }
}

function layout(widget: Widget, props: Partial<LayoutProps<object>>): React.ReactNode {
  const { Layout, definition } = widget
  const settings = { ...definition.defaults, ...props.settings }
  return Layout ? (
    <Layout id="l" label="" host={datesHost()} gutter={16} panes={[]} {...props} settings={settings} />
  ) : null
}

const panes = [pane('a', '甲', 0, [], { name: 'x' }), pane('b', '乙', 2, [], { name: 'y' }), pane('c', '丙')]
const head = (name: string) => page.getByRole('tab', { name })

describe('tab', () => {
  it('as steps numbers its heads and leads on and back', async () => {
    show(layout(tab, { panes, settings: { type: 'steps' } }))
    expect(document.querySelector('.loam-tab-number')?.textContent).toBe('1')
    const act = (name: string) => page.getByRole('button', { name })
    expect(act('上一步').elements()).toHaveLength(0)
    await act('下一步').click()
    await expect.element(head('乙')).toHaveAttribute('aria-selected', 'true')
    await head('丙').click()
    expect(
      act('下一步')
        .elements()
        .filter((one) => (one as HTMLElement).checkVisibility()),
    ).toHaveLength(0)
    await act('上一步').click()
    await expect.element(head('乙')).toHaveAttribute('aria-selected', 'true')
  })

  it('draws a pane when it is first opened, and keeps it then', async () => {
    show(layout(tab, { panes, settings: { active: 'y' } }))
    expect(drawn).toEqual(['b'])
    await head('甲').click()
    await expect.element(page.getByRole('tabpanel', { name: '甲' })).toBeVisible()
    expect(new Set(drawn)).toEqual(new Set(['a', 'b']))
    expect(container?.querySelector('[aria-label=内容乙]')).not.toBeNull()
    expect(container?.querySelector('[aria-label=内容丙]')).toBeNull()
  })

  it('moves by arrows, Home and End from one stop', async () => {
    show(layout(tab, { panes }))
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(head('乙')).toHaveAttribute('aria-selected', 'true')
    expect(document.activeElement).toBe(head('乙').element())
    await userEvent.keyboard('{End}{ArrowRight}')
    await expect.element(head('甲')).toHaveAttribute('aria-selected', 'true')
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('内容甲')
  })

  it('marks a closed pane that has errors, and opens the one to be revealed', async () => {
    show(layout(tab, { panes }))
    await expect.element(head('乙')).toHaveTextContent('2 处需要修改')
    show(layout(tab, { panes, reveal: { pane: 'b' } }))
    await expect.element(head('乙')).toHaveAttribute('aria-selected', 'true')
  })

  it('does not scroll a narrow page sideways', () => {
    const many = Array.from({ length: 20 }, (_, index) => pane(`p${index}`, `很长的标签页标题${index}`))
    show(layout(tab, { panes: many }), 390)
    expect(container?.scrollWidth).toBe(390)
  })
})

describe('collapse', () => {
  const fold = (name: string) => page.getByRole('button', { name })

  it('opens and folds by keyboard, drawing what is opened', async () => {
    show(layout(collapse, { panes, settings: { active: ['x'] } }))
    expect(drawn).toEqual(['a'])
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(fold('甲')).toHaveAttribute('aria-expanded', 'false')
    await fold('丙').click()
    await expect.element(page.getByRole('region', { name: '丙' })).toBeVisible()
    expect(drawn.includes('b')).toBe(false)
  })

  it('keeps one open as an accordion, and opens the one to be revealed', async () => {
    show(layout(collapse, { panes, settings: { accordion: true, active: ['x'] } }))
    await fold('丙').click()
    await expect.element(fold('甲')).toHaveAttribute('aria-expanded', 'false')
    show(layout(collapse, { panes, settings: { accordion: true, active: ['x'] }, reveal: { pane: 'b' } }))
    await expect.element(fold('乙')).toHaveAttribute('aria-expanded', 'true')
    await expect.element(fold('丙')).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('table-grid', () => {
  const cells = (row: string) => [
    pane(`${row}1`, `${row}1`, 0, [], { colspan: 2 }),
    pane(`${row}2`, `${row}2`, 0, [], { rowspan: 1 }),
    pane(`${row}3`, `${row}3`),
  ]
  const rows = [pane('r', '', 0, cells('r')), pane('s', '', 0, cells('s'))]

  it('draws rows and cells with their spans', () => {
    show(layout(tableGrid, { panes: rows }), 900)
    expect([...(container?.querySelectorAll('td') ?? [])].map((cell) => cell.colSpan)).toEqual([
      2, 1, 1, 2, 1, 1,
    ])
  })

  it('stands its cells below each other on a phone', () => {
    show(layout(tableGrid, { panes: rows }), 390)
    const [first, second] = container?.querySelectorAll('td') ?? []
    expect(second?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      first?.getBoundingClientRect().bottom ?? 0,
    )
    expect(container?.scrollWidth).toBe(390)
  })
})

describe('what is shown', () => {
  function display(widget: Widget, settings: object): React.ReactNode {
    const { Display, definition } = widget
    return Display ? (
      <Display id="d" settings={{ ...definition.defaults, ...settings }} label="" host={datesHost()} />
    ) : null
  }

  it('is a card with its heading as its name', async () => {
    show(layout(card, { settings: { header: '基本信息' }, children: <p>内容</p> }))
    await expect.element(page.getByRole('region', { name: '基本信息' })).toHaveTextContent('内容')
  })

  it('is a group title whose help is read on focus', async () => {
    show(display(groupTitle, { content: '设备', helpMessage: '填写说明' }))
    await expect.element(page.getByRole('heading', { name: '设备' })).toBeVisible()
    await userEvent.tab()
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('填写说明')
  })

  it('is a text in its style, and a line with a word', async () => {
    show(
      <>
        {display(text, { content: '注意', bold: true, align: 'center' })}
        {display(divider, { content: '以下' })}
      </>,
    )
    const style = getComputedStyle(page.getByText('注意').element())
    expect([style.fontWeight, style.textAlign, style.fontSize, style.lineHeight]).toEqual([
      '600',
      'center',
      '12px',
      '32px',
    ])
    await expect.element(page.getByText('以下')).toBeVisible()
  })
})
