import type { ChosenFlow } from '@runtime/host'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../testing'
import { FlowChooser } from './flow-chooser'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

const FLOWS = [
  { id: 'f1', fullName: '采购审批', enCode: 'purchase' },
  { id: 'f2', fullName: '物资领用', enCode: 'issue' },
]

function open(flows = FLOWS, modelId?: string) {
  const answer = ({ keyword }: Readonly<Record<string, unknown>>) => ({
    list: flows.filter(({ fullName }) => fullName.includes(String(keyword))),
  })
  const host: TestHost = testHost({ 'workflow.list': answer, 'workflow.listOfModel': answer })
  const chosen: ChosenFlow[] = []
  const closed = { times: 0 }
  drawn = draw(
    <FlowChooser
      modelId={modelId}
      onChoose={(flow) => chosen.push(flow)}
      onClose={() => {
        closed.times += 1
      }}
    />,
    host,
  )
  return { host, chosen, closed }
}
const dialog = () => page.getByRole('dialog', { name: '选择流程' })
const row = (name: string) => dialog().getByRole('row', { name })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

it('narrows workflows by a keyword, takes one, and gives none when it is cancelled', async () => {
  const { chosen, closed } = open()
  await expect.element(row('采购审批')).toBeVisible()
  await dialog().getByRole('textbox', { name: '请输入关键词' }).fill('领用')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('采购审批')).not.toBeInTheDocument()
  await press('确定')
  expect([chosen, closed.times]).toEqual([[], 0])
  await row('物资领用').click()
  await press('确定')
  expect(chosen).toEqual([{ id: 'f2', fullName: '物资领用', enCode: 'issue' }])
  expect(closed.times).toBe(1)
  drawn?.unmount()
  const again = open()
  await row('采购审批').click()
  await press('取消')
  expect([again.chosen, again.closed.times]).toEqual([[], 1])
})

it('says 暂无数据 while there is no workflow, and 无数据 where none is so called', async () => {
  open([])
  await expect.element(dialog().getByText('暂无数据')).toBeVisible()
  await dialog().getByRole('textbox', { name: '请输入关键词' }).fill('施肥')
  await press('查询')
  await expect.element(dialog().getByText('无数据', { exact: true })).toBeVisible()
})

it('asks for the workflows of a model, and is used by keyboard alone', async () => {
  const { host, chosen } = open(FLOWS, 'orders')
  await expect.element(row('采购审批')).toBeVisible()
  expect(host.calls).toEqual([{ name: 'workflow.listOfModel', input: { modelId: 'orders', keyword: '' } }])
  dialog().getByRole('grid').element().focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen.map(({ id }) => id)).toEqual(['f2'])
})

it('is a sheet on a phone', async () => {
  await page.viewport(390, 844)
  open()
  await expect.element(row('采购审批')).toBeVisible()
  await expect.poll(() => dialog().element().getBoundingClientRect().bottom).toBe(844)
  expect(dialog().element().getBoundingClientRect().width).toBe(390)
  const frame = dialog().getByRole('grid').element()
  expect(frame.scrollWidth).toBe(frame.clientWidth)
})
