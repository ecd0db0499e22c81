import type { RunShown } from '@runtime/field/rotation'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NOW } from '../../specs/fixture'
import { button, control, farm, LOADING, panel, sentTo, VALVE } from '../../specs/panels'
import { shownRun } from '../../specs/run'

const groupOf = (id: string, state = 0) => ({
  ...{
    id,
    projectId: farm.projectId,
    name: `${id}轮灌组`,
    state,
    orderNo: 5,
    designFlow: 820,
    plannedMinutes: 480,
  },
  ...{ targetM3: null, fertRecipeId: null, rowVersion: 1 },
  nodes: [{ nodeId: 'N1', twbDeviceId: VALVE, openDirection: 1, gatage: 100 }],
})
const verdict = {
  can: false,
  violations: [
    { code: 'I04', level: 'reject', text: '设计流量 1010 超过可用 1000', deviceId: null, since: null },
  ],
  hydraulics: { flow: 820, minPressure: 0.118, maxVelocity: 1.57 },
}
const answers = (ids: readonly string[]) => ({
  'fieldManagement.lgzList': () => [...ids, 'G99'].map((id) => groupOf(id)),
  'fieldManagement.getLgzByTwbDeviceId': () => ids.map((id) => groupOf(id)),
  'fieldManagement.judgeCanOperateLgz': () => verdict,
  'fieldRecipe.list': () => ({ list: [], pagination: { currentPage: 1, pageSize: 20, total: 0 } }),
})

it('shows the one group of a valve open, with what speaks against it, and nothing to fold', async () => {
  const { host } = await control(VALVE, answers(['G05']), {}, '轮灌组')
  await expect.element(panel(), LOADING).toHaveTextContent('G05轮灌组空闲1 个节点 · 820 m³/h · 480 分钟')
  await expect.element(panel()).not.toHaveTextContent('G99')
  await expect
    .element(page.getByRole('list', { name: '不能执行的原因' }), LOADING)
    .toHaveTextContent('I04 设计流量 1010 超过可用 1000')
  await expect.element(button('启动')).toBeDisabled()
  await expect.element(button(/^G05/)).not.toBeInTheDocument()
  expect(sentTo(host, 'fieldManagement.getLgzByTwbDeviceId')[0]).toEqual({ deviceId: VALVE })
  expect(sentTo(host, 'fieldManagement.judgeCanOperateLgz')[0]).toMatchObject({
    lgzId: 'G05',
    action: 'start',
  })
})

it('folds the groups of a valve that belongs to several', async () => {
  await control(VALVE, answers(['G05', 'G06']), {}, '轮灌组')
  await expect.element(button(/^G05/), LOADING).toHaveAttribute('aria-expanded', 'false')
  await button(/^G06/).click()
  await expect.element(button(/^G06/)).toHaveAttribute('aria-expanded', 'true')
  // Wherever a group is chosen, it is marked.
  await expect.poll(() => document.querySelectorAll('.loam-map-mark').length, LOADING).toBe(1)
  await expect.element(button('启动'), LOADING).toBeDisabled()
  await button(/^G06/).click()
  await expect.element(button('启动')).not.toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('.loam-map-mark').length, LOADING).toBe(0)
})

/** A valve's one group while a run of it stands like this. */
async function running(shown: Partial<RunShown>, more: object = {}) {
  const run = {
    ...{ runId: 'r-G05', projectId: farm.projectId, lgzId: 'G05', lgzName: 'G05轮灌组', action: 'start' },
    ...{ state: 'RUNNING', startedAt: NOW, endsAt: null, endedAt: null, minutes: 15, targetM3: null },
    ...{ volumeM3: null, issuedBy: '测试员', why: '', fertigation: null, steps: [] },
    ...more,
    shown: shownRun('G05', { minutes: 15, ...shown }),
  }
  const own = { ...answers(['G05']), 'fieldManagement.runs': () => [run] }
  const shownThen = await control(VALVE, own, {}, '轮灌组')
  await expect.element(page.getByRole('region', { name: '运行', exact: true }), LOADING).toBeVisible()
  return shownThen
}
const line = () => page.getByRole('region', { name: '运行', exact: true })

it('says one thing of a run: what stops has no minutes left, and is not paused', async () => {
  const why = { why: '已停止' }
  await running({ phase: 'stopping', why: 'stopped', endsAt: null, proved: 0, of: 1 }, why)
  await expect.element(line()).toHaveTextContent(/^停止中，仍有水 · 0\/1 已证实.*15 分钟 · 水量未知$/)
  for (const word of ['运行中', '已停止', '剩']) await expect.element(panel()).not.toHaveTextContent(word)
  await expect.element(button('暂停')).toBeDisabled()
  await expect.element(button('停止')).toBeEnabled()
  // Of a run of fifteen minutes, whatever its group's plan says.
  await expect.element(panel()).toHaveTextContent('820 m³/h · 15 分钟')
})

it('follows the frames: m³ and what is proved move without another question', async () => {
  const { host, field } = await running({ m3: 1.5, quality: 'measured', target: 200, proved: 1 })
  await expect.element(line()).toHaveTextContent('1.5/200 m³')
  const asked = sentTo(host, 'fieldManagement.runs').length
  const next = shownRun('G05', {
    minutes: 15,
    m3: 2.5,
    quality: 'measured',
    target: 200,
    proved: 2,
    at: NOW + 1000,
  })
  field.tell(11, [{ layer: 'run', id: 'r-G05', ...next }])
  await expect.element(line(), LOADING).toHaveTextContent('2.5/200 m³')
  await expect.element(line()).not.toHaveTextContent('已证实')
  field.tell(12, [{ layer: 'run', id: 'r-G05', ...next, m3: 3.5, at: NOW + 2000 }])
  await expect.element(line(), LOADING).toHaveTextContent('3.5/200 m³')
  // The first frame of a run may tell of one that the list has not: no more than that one is asked for.
  expect(sentTo(host, 'fieldManagement.runs').length - asked).toBeLessThanOrEqual(1)
})

it('asks for runs by the clock too, where frames could be missing', async () => {
  const { host } = await running({})
  const asked = sentTo(host, 'fieldManagement.runs').length
  await expect
    .poll(() => sentTo(host, 'fieldManagement.runs').length, { timeout: 30_000 })
    .toBeGreaterThan(asked)
})
