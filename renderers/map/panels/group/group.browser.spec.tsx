import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { button, control, farm, LOADING, panel, sentTo, VALVE } from '../../specs/panels'

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
  await expect.element(button('启动'), LOADING).toBeDisabled()
  await button(/^G06/).click()
  await expect.element(button('启动')).not.toBeInTheDocument()
})
