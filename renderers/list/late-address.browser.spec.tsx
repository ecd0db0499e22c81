import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/registry'
import { startTransition, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type PageAddress, PageAddressProvider, useAddressed, usePageAddress } from '../page/address'
import { draw, testHost } from '../testing'
import { useQueryState } from './query-state'

const plan = compileList(
  {
    columns: [{ path: 'name', label: '名称' }],
    search: [{ field: { name: 'no', label: '单号', widget: 'input' } }],
  } as never,
  { id: 'late', catalogue },
)

/** Where the browser stands. */
let stands: string
/** Draws the address where the browser stands, which a router does when it finds the time. */
let catchUp: () => void
/** Goes to an address that nobody on the page asked for, as going back does. */
let go: (search: string) => void
let drawn: ReturnType<typeof draw> | undefined

function Late() {
  const [search, setSearch] = useState('')
  catchUp = () => startTransition(() => setSearch(stands))
  go = (next) => {
    stands = next
    setSearch(next)
  }
  const address: PageAddress = {
    search,
    now: () => stands,
    onTravel: () => () => undefined,
    change: (next) => {
      stands = next
    },
  }
  return (
    <PageAddressProvider value={address}>
      <List />
    </PageAddressProvider>
  )
}

function List() {
  const { query, set, reset } = useQueryState(plan, 'late', null, usePageAddress())
  const [part, choose] = useAddressed('part')
  return (
    <>
      <button type="button" onClick={() => set({ search: { no: '0060' } })}>
        查询
      </button>
      <button type="button" onClick={reset}>
        重置
      </button>
      <button type="button" onClick={() => set({ currentPage: 2 })}>
        第 2 页
      </button>
      <button type="button" onClick={() => choose('log')}>
        日志
      </button>
      <output>{JSON.stringify({ search: query.search, page: query.currentPage, part })}</output>
    </>
  )
}

beforeEach(() => {
  sessionStorage.clear()
  stands = ''
  drawn = draw(<Late />, testHost({}))
})
afterEach(() => drawn?.unmount())

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const shown = () => JSON.parse(document.querySelector('output')?.textContent ?? 'null')

it('a search that is taken back before its address is drawn does not come back with it', async () => {
  await press('查询')
  expect(stands).toBe('?no=0060')
  await press('重置')
  expect(stands).toBe('')
  catchUp()
  await press('第 2 页')
  expect(shown()).toMatchObject({ search: {}, page: 2 })
})

it('an address that is drawn when its search is gone already changes nothing', async () => {
  await press('查询')
  const drawLate = catchUp
  stands = '?no=0060'
  drawLate()
  await press('重置')
  await press('第 2 页')
  expect(shown()).toMatchObject({ search: {}, page: 2 })
  expect(stands).toBe('')
})

it('what another part of the page has put into the address stays in it', async () => {
  await press('查询')
  await press('日志')
  expect(Object.fromEntries(new URLSearchParams(stands))).toEqual({ no: '0060', part: 'log' })
  await press('重置')
  expect(stands).toBe('?part=log')
})

it('an address that somebody else goes to is followed', async () => {
  await press('第 2 页')
  go('?no=0017')
  await expect.poll(shown).toMatchObject({ search: { no: '0017' }, page: 1 })
  go('')
  await expect.poll(shown).toMatchObject({ search: { no: '0017' } })
})
