import { ConfigProvider, Empty, Table } from '@arco-design/web-react'
import { afterEach, expect, it } from 'vitest'
import { EmptyPlace } from '../list/notices'
import { draw, testHost } from '../testing'
import { EMPTY_PLACES } from '.'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('is one drawing, whoever says that a place is empty', async () => {
  drawn = draw(
    <ConfigProvider componentConfig={EMPTY_PLACES}>
      <Empty description="没有图表" />
      <Table columns={[{ title: '名称', dataIndex: 'name' }]} data={[]} />
      <EmptyPlace text="没有记录" />
    </ConfigProvider>,
    testHost({}),
  )
  await expect.poll(() => drawn?.place.textContent).toContain('没有记录')
  const drawings = [...drawn.place.querySelectorAll('svg.loam-empty-drawing')]
  expect(drawings.length).toBe(3)
  expect(new Set(drawings.map((one) => one.innerHTML)).size).toBe(1)
  expect(new Set(drawings.map((one) => one.getBoundingClientRect().height))).toEqual(new Set([64]))
  expect(drawn.place.querySelector('.arco-icon-empty')).toBeNull()
})
