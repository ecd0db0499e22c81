import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/registry'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { RowButtons } from './row-buttons'
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
