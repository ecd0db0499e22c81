import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const flow = {
  nodes: [
    { node: 'approve', id: 'dept', title: '部门审批' },
    {
      node: 'parallel',
      id: 'both',
      branches: [
        { title: '左', nodes: [{ node: 'approve', id: 'left', title: '左审' }] },
        { title: '右', nodes: [{ node: 'approve', id: 'right', title: '右审' }] },
      ],
    },
  ],
}
const body = { node: 'flow', title: '流程', flow, states: { dept: 'done', left: 'now' } }

function drawn(more: object = {}) {
  const call = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
  show({ [FILE]: { title: 'A', body: { ...body, ...more } } }, call)
  return call
}

const boxes = () => [...document.querySelectorAll<HTMLElement>('.loam-flow-step')]
const listed = () => [...document.querySelectorAll<HTMLElement>('.loam-flow-steps li')]

describe('a flow', () => {
  it('is drawn by its steps, arrows and branches, each with its state', async () => {
    drawn()
    await expect.poll(() => boxes().length, LOADING).toBe(6)
    expect(boxes().map(({ dataset }) => [dataset['kind'], dataset['state'] ?? null])).toEqual([
      ['start', null],
      ['approve', 'done'],
      ['parallel', null],
      ['approve', 'now'],
      ['approve', null],
      ['end', null],
    ])
    await expect.poll(() => document.querySelectorAll('.react-flow__edge').length, LOADING).toBe(6)
    const labels = () =>
      [...document.querySelectorAll('.loam-flow-branch')].map(({ textContent }) => textContent)
    await expect.poll(labels).toEqual(['左', '右'])
    // Two branches stand side by side.
    const [left, right] = [boxes()[3], boxes()[4]].map((box) => box?.getBoundingClientRect())
    expect(left?.top).toBe(right?.top)
    expect(left?.right).toBeLessThanOrEqual(right?.left ?? 0)
  })

  it('is listed too, and what is in progress is said to be the step', async () => {
    drawn()
    await expect.poll(() => listed().length, LOADING).toBe(6)
    expect(listed().map(({ textContent }) => textContent)).toEqual([
      '@page.flowKind_start',
      '@page.flowStep',
      '@page.flowKind_parallel',
      '@page.flowStep',
      '右审',
      '@page.flowKind_end',
    ])
    expect(listed()[3]?.getAttribute('aria-current')).toBe('step')
    expect(document.querySelector('.loam-flow-steps button, button.loam-flow-step')).toBeNull()
  })

  it('runs its action for the step that is pressed, by keyboard and in the list', async () => {
    const call = drawn({ select: { call: 'step.look', with: { id: '${step.id}', state: '${step.state}' } } })
    await expect.poll(() => boxes().length, LOADING).toBe(6)
    boxes()[1]?.focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => call.mock.calls[0]?.slice(0, 2))
      .toEqual(['step.look', { id: 'dept', state: 'done' }])
    document.querySelector<HTMLElement>('.loam-flow-steps summary')?.click()
    listed()[4]?.querySelector('button')?.click()
    await expect
      .poll(() => call.mock.calls[1]?.slice(0, 2))
      .toEqual(['step.look', { id: 'right', state: null }])
  })

  it.each([[null], ['x'], [{ nodes: [] }]])('says that there is nothing of %j', async (given) => {
    drawn({ flow: given })
    await expect
      .poll(() => document.querySelector('.arco-empty')?.textContent, LOADING)
      .toContain('@page.empty')
  })
})
