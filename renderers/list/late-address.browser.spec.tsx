import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { startTransition, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type PageAddress, PageAddressProvider, useAddressed, usePageAddress } from '../page/address'
import { draw, testHost } from '../testing'
import { useListAddress, useOpenedList } from './address/use-list-address'
import { useColumnChoice } from './column-choice'
import { useQueryState } from './query-state'

const plan = compileList(
  {
    columns: [{ path: 'name', label: '名称' }],
    paging: { pageSize: 20 },
    search: [{ field: { name: 'no', label: '单号', widget: 'input' } }],
  } as never,
  { id: 'late', catalogue },
)

/** Where the browser stands. */
let stands: string
/** Draws the address where the browser stands, which a router does when it finds the time. */
let catchUp: () => void
/** Goes to an address that nobody on the page asked for, as a link does. */
let go: (search: string) => void
/** Goes back to the entry before. */
let back: () => void
let entries: string[]
let drawn: ReturnType<typeof draw> | undefined

function Late() {
  const [{ search, isTravelled }, setDrawn] = useState({ search: '', isTravelled: false })
  catchUp = () => startTransition(() => setDrawn({ search: stands, isTravelled: false }))
  go = (next) => {
    stands = next
    setDrawn({ search: next, isTravelled: false })
  }
  back = () => {
    entries.pop()
    stands = entries.at(-1) ?? ''
    setDrawn({ search: stands, isTravelled: true })
  }
  const address: PageAddress = {
    search,
    now: () => stands,
    isTravelled,
    onTravel: () => () => undefined,
    change: (next, { push = false } = {}) => {
      stands = next
      entries = push ? [...entries, next] : entries.with(-1, next)
    },
  }
  return (
    <PageAddressProvider value={address}>
      <List />
    </PageAddressProvider>
  )
}

function List() {
  const own = usePageAddress()
  const [isAway, setAway] = useState(false)
  const address = isAway ? null : own
  const opened = useOpenedList(address, plan, plan.columns)
  const acted = useRef(false)
  const state = useQueryState(plan, 'late', null, opened?.query, acted)
  const { query, set, reset } = state
  const choice = useColumnChoice(plan.columns, 'late', undefined, opened?.columns, acted)
  const view = null
  const onView = () => undefined
  const leave = useListAddress(address, { plan, columns: plan.columns, state, choice, view, onView, acted })
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
      <button type="button" onClick={() => set({ currentPage: 1 }, { quiet: true })}>
        末页
      </button>
      <button
        type="button"
        onClick={() => choice.save([{ prop: 'name', columnVisible: true, fixed: 'left' }])}
      >
        固定
      </button>
      <button
        type="button"
        onClick={() => {
          if (!isAway) leave()
          setAway(!isAway)
        }}
      >
        另一列表
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
  localStorage.clear()
  stands = ''
  entries = ['']
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
  expect(stands).toBe('?page=2')
})

it('what another part of the page has put into the address stays in it', async () => {
  await press('查询')
  await press('日志')
  expect(Object.fromEntries(new URLSearchParams(stands))).toEqual({ no: '0060', part: 'log' })
  await press('重置')
  expect(stands).toBe('?part=log')
})

it('each act is an entry to go back from; what nobody did is none', async () => {
  await press('查询')
  await press('第 2 页')
  await press('固定')
  expect(entries).toEqual(['', '?no=0060', '?no=0060&page=2', '?no=0060&page=2&cols=*name'])
  await press('末页')
  expect(entries).toEqual(['', '?no=0060', '?no=0060&page=2', '?no=0060&cols=*name'])
  catchUp()
  back()
  await expect.poll(shown).toMatchObject({ search: { no: '0060' }, page: 2 })
  expect(stands).toBe('?no=0060&page=2')
  back()
  await expect.poll(shown).toMatchObject({ search: { no: '0060' }, page: 1 })
  back()
  await expect.poll(shown).toMatchObject({ search: {}, page: 1 })
  expect(entries).toEqual([''])
})

it('an address that somebody else goes to is followed', async () => {
  await press('第 2 页')
  go('?no=0017')
  await expect.poll(shown).toMatchObject({ search: { no: '0017' }, page: 1 })
  go('')
  await expect.poll(shown).toMatchObject({ search: { no: '0017' } })
  await expect.poll(() => stands).toBe('?no=0017')
})

it('a list that makes way for another takes what is its own from the address, and comes back with it', async () => {
  await press('日志')
  await press('查询')
  await press('另一列表')
  await expect.poll(() => stands).toBe('?part=log')
  expect(shown()).toMatchObject({ search: { no: '0060' } })
  catchUp()
  await press('另一列表')
  await expect.poll(() => new URLSearchParams(stands).get('no')).toBe('0060')
  expect(shown()).toMatchObject({ search: { no: '0060' } })
})
