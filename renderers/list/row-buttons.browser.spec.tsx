import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { actionsWidth, RowButtons } from './row-buttons'
import { useActs } from './use-acts'
import './list.css'

const { row: BUTTONS } = compileList(
  {
    columns: [{ path: 'name', label: '名称' }],
    row: [
      { code: 'btn_first', text: '启动' },
      { code: 'btn_second', text: '停止' },
    ],
  },
  { id: 'list', catalogue },
)
const ROW = { id: 'a', name: '东井' }

function Shown({ act }: { readonly act: () => Promise<void> }) {
  const { busy, run } = useActs(act)
  return <RowButtons buttons={BUTTONS} row={ROW} busy={busy} onButton={(button) => run(button, [ROW], ROW)} />
}

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('shows that an act runs without moving the words beside it', async () => {
  let finish = () => {}
  const act = () =>
    new Promise<void>((done) => {
      finish = done
    })
  drawn = draw(<Shown act={act} />, testHost({}))
  const first = page.getByRole('button', { name: '启动' })
  const second = page.getByRole('button', { name: '停止' })
  await expect.element(second).toBeVisible()
  const places = () => [first, second].map((one) => one.element().getBoundingClientRect().toJSON())
  const before = places()
  await userEvent.click(first)
  await expect.poll(() => first.element().querySelector('.arco-icon-loading')).not.toBeNull()
  expect(places()).toEqual(before)
  finish()
  await expect.poll(() => first.element().querySelector('.arco-icon-loading')).toBeNull()
})

it('has room for whichever two come first in a row, and for the dots behind which the others are', () => {
  const one = (text: string, isAlways = true) => ({ text, isAlways })
  const rest = [one('ccc'), one('dddd')]
  const pair = actionsWidth([one('a'), one('bb'), ...rest])
  expect(pair).toBe(24 + 28 + 16 + 7 + 16 + 14)
  // A row without the second has the third in its place; one that is on every row gives way to none.
  expect(actionsWidth([one('a'), one('bb', false), ...rest])).toBe(pair + 7)
  expect(actionsWidth([one('a', false), one('bb', false), ...rest])).toBe(pair + 28)
  expect(actionsWidth([one('a'), one('bb'), one('ccc', false), one('dddd', false)])).toBe(pair)
})

it('puts a third button behind the dots where its column has no room for it', async () => {
  const row = [...BUTTONS, ...BUTTONS].slice(0, 3).map((button, at) => ({ ...button, value: `own${at}` }))
  const shown = (room?: number) => (
    <RowButtons buttons={row} row={ROW} busy={new Set()} onButton={() => {}} {...(room && { room })} />
  )
  drawn = draw(shown(100), testHost({}))
  await expect.element(page.getByRole('button', { name: '更多' })).toBeVisible()
  drawn.unmount()
  drawn = draw(shown(), testHost({}))
  await expect.element(page.getByText('停止')).toBeVisible()
  expect(page.getByRole('button', { name: '更多' }).query()).toBeNull()
})
