import { stands } from '@tests/stands'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { ApproverChooser } from './approver-chooser'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

const FARM = { id: 'o1', fullName: '北庭农场', type: 'company', hasChildren: true, enabledMark: 1 }
const OTHER = { ...FARM, id: 'o2', fullName: '水务局', hasChildren: false }
const PEOPLE = [
  { id: 'u1', fullName: '李华', type: 'user', organize: '北庭农场', enabledMark: 1 },
  { id: 'u2', fullName: '王强', type: 'user', organize: '北庭农场', enabledMark: 1 },
]

function open() {
  const host = testHost({
    'users.imSelector': ({ id, keyword }) => ({
      list: keyword
        ? PEOPLE.filter(({ fullName }) => fullName.includes(String(keyword)))
        : id === '0'
          ? [FARM, OTHER]
          : PEOPLE,
    }),
  })
  const onChoose = vi.fn()
  const onClose = vi.fn()
  drawn = draw(<ApproverChooser onChoose={onChoose} onClose={onClose} />, host)
  return { host, onChoose, onClose, said: () => host.toasts.map(({ text }) => text) }
}
const dialog = () => page.getByRole('dialog', { name: '选择审批人' })
const confirm = () =>
  dialog()
    .getByRole('button', { name: /^确\s*定$/ })
    .click()
const node = (name: string) => dialog().getByRole('treeitem', { name })

it('is a tree of 450 px that is asked as it is opened, out of which a person alone is taken', async () => {
  const { host, onChoose, onClose, said } = open()
  await expect.element(node('北庭农场')).toBeVisible()
  expect(dialog().element().getBoundingClientRect().width).toBe(450)
  await confirm()
  expect(said()).toEqual(['请选择审批人'])
  await node('北庭农场').click()
  await expect.element(node('北庭农场')).toHaveAttribute('aria-selected', 'true')
  await confirm()
  expect(said()).toEqual(['请选择审批人', '请选择审批人'])
  expect([onChoose.mock.calls, onClose.mock.calls]).toEqual([[], []])
  node('北庭农场').element().querySelector<HTMLElement>('.loam-choice-fold')?.click()
  await expect.element(node('李华')).toBeVisible()
  expect(host.calls.map(({ input }) => input['id'])).toContain('o1')
  // A button under the pointer is lighter.
  await node('李华').hover()
  await stands()
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await node('李华').click()
  await confirm()
  expect(onChoose.mock.calls).toEqual([[{ id: 'u1', fullName: '李华' }]])
  expect(onClose).toHaveBeenCalledOnce()
})

it('finds a person by a keyword', async () => {
  const { onChoose } = open()
  await expect.element(node('北庭农场')).toBeVisible()
  await userEvent.fill(dialog().getByRole('combobox'), '王')
  await dialog().getByRole('option', { name: /王强/ }).click()
  await confirm()
  expect(onChoose.mock.calls).toEqual([[{ id: 'u2', fullName: '王强' }]])
})
