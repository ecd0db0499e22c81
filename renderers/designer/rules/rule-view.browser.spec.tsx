import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { RuleView } from '.'

const field = (formId: number, __vModel__: string, label: string, rules: object = {}) => ({
  __config__: { jnpfKey: 'inputNumber', formId, label },
  __vModel__,
  __loam__: rules,
})
const FIELDS = [
  field(101, 'a', '甲', { formula: 'b + 1' }),
  field(102, 'b', '乙', { formula: 'a + c' }),
  field(103, 'c', '丙'),
  field(104, 'd', '丁', { visible: 'c > 1', required: 'c > 2' }),
]

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

async function open(fields: readonly object[]) {
  const texts = { formData: JSON.stringify({ fields }) }
  const session = new DesignSession({ id: 'f', texts, widgets: { catalogue, designed } })
  const opened: string[] = []
  drawn = draw(<RuleView session={session} onOpen={() => opened.push('open')} />, testHost(), '600px')
  await userEvent.click(page.getByText('关系图', { exact: true }))
  return { session, opened }
}
const place = () => document.querySelector('.loam-rule-graph')
const box = (name: string | RegExp) => page.getByRole('button', { name })

it('draws arrows from what is read to what is decided, marks circles in words, and leads to the field', async () => {
  const { session, opened } = await open(FIELDS)
  await expect.poll(place).not.toBeNull()
  expect([...(place()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '甲循环引用',
    '乙循环引用',
    '丙',
    '丁',
  ])
  const arrows = [...(place()?.querySelectorAll('g') ?? [])]
  const wordsOf = (arrow: Element) => [...arrow.querySelectorAll('tspan')].map((line) => line.textContent)
  expect(arrows.map((arrow) => [wordsOf(arrow), arrow.dataset['circular']])).toEqual([
    [['取值公式'], 'true'],
    [['取值公式'], 'true'],
    [['取值公式'], 'false'],
    [['显示条件', '必填条件'], 'false'],
  ])
  const [source, target] = ['丙', '丁'].map((name) => box(name).element().getBoundingClientRect())
  expect(source?.right).toBeLessThan(target?.left ?? 0)
  expect(box('丁').element().getAttribute('aria-description')).toBe('读取：丙')
  ;(place() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 103, path: [] }])
  await expect.element(box('丙')).toHaveAttribute('aria-pressed', 'true')
  await box(/甲/).click()
  expect(session.selection.nodes).toEqual([{ part: 'formData', node: 101, path: [] }])
  expect(opened).toHaveLength(2)
})

it('scrolls on a phone', async () => {
  await page.viewport(390, 800)
  await open(FIELDS)
  await expect.poll(() => (place()?.scrollWidth ?? 0) > 390).toBe(true)
  expect(place()?.clientWidth).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('says where there are no rules', async () => {
  await open([field(101, 'a', '甲')])
  await expect.element(page.getByText('还没有规则', { exact: false })).toBeVisible()
})
