import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { CallError } from '@runtime/host'
import { resources } from '@services/client/resources'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const LOADING = { timeout: 20_000 }
const GROUP = {
  ...{
    id: 'G5',
    projectId: 'P',
    name: '5号轮灌组',
    state: 3,
    orderNo: 5,
    plannedMinutes: 480,
    rowVersion: 1,
  },
  ...{ targetM3: null, designFlow: 818, nodeCount: 20, hydraulicLevel: 'ok', nodes: [] },
}
const OPERATE = 'fieldManagement.operateLgz'

let drawn: ReturnType<typeof draw> | undefined
let went: string[] = []
afterEach(() => drawn?.unmount())

async function shown(level: string, refusal?: CallError): Promise<TestHost> {
  sessionStorage.clear()
  went = []
  const host = Object.assign(
    testHost({
      'documents.read': readingDocuments(),
      'fieldManagement.projectLevel': () => ({ level }),
      'fieldManagement.lgzList': () => [GROUP],
      [OPERATE]: () => {
        if (refusal) throw refusal
        return { runId: 'r', state: 'STOPPING', steps: [] }
      },
    }),
    {
      resources: async () => resources,
      project: { id: 'P', onChange: () => () => undefined },
      navigate: (to: string) => void went.push(to),
    },
  )
  drawn = draw(<PageView file="pages/field/groups.page.json" route="/field/groups" />, host, '900px')
  await expect.element(page.getByText('5号轮灌组'), LOADING).toBeVisible()
  return host
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const operated = (host: TestHost) =>
  host.calls.filter(({ name }) => name === OPERATE).map(({ input }) => input)

describe('the page of rotation groups', () => {
  it('stops a group by one press, without a question, each time by an id of its own', async () => {
    const host = await shown('operate')
    await button('停止').click()
    await expect.poll(() => operated(host).length, LOADING).toBe(1)
    expect(operated(host)[0]).toEqual({
      lgzId: 'G5',
      action: 'stop',
      commandId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(host.questions).toEqual([])
    await expect.poll(() => host.toasts).toMatchObject([{ kind: 'success', text: '已下达停止：5号轮灌组' }])
    await button('停止').click()
    await expect.poll(() => operated(host).length, LOADING).toBe(2)
    expect(operated(host)[1]?.['commandId']).not.toBe(operated(host)[0]?.['commandId'])
  })

  it('leads to the panel of the map, where a group is checked and started', async () => {
    await shown('operate')
    await button('启动').click()
    await expect.poll(() => went).toEqual(['/appLGZMap?group=G5'])
  })

  it('says why a stop is refused', async () => {
    const host = await shown('operate', new CallError(4031, '没有权限'))
    await button('停止').click()
    await expect.poll(() => host.toasts, LOADING).toMatchObject([{ kind: 'error', text: '没有权限' }])
  })

  it('gives who may only look nothing by which a group is run', async () => {
    await shown('view')
    await button('检查').click()
    await expect.poll(() => went).toEqual(['/appLGZMap?group=G5'])
    for (const name of ['启动', '停止']) expect(button(name).elements(), name).toEqual([])
  })
})
