import { compileForm } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { FormView } from './form-view'
import { submitForm, useFormStore } from './index'

beforeAll(() => import('./form-view'))

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const FIELDS = [
  { name: 'fullName', widget: 'input', label: '名称' },
  {
    widget: 'group',
    name: 'config',
    encode: 'json',
    title: '配置',
    collapsible: true,
    collapsed: true,
    fields: [{ name: 'sql', widget: 'input', label: 'SQL' }],
  },
]
const RECORD = { fullName: 'a', config: '{"sql": "select 1", "keep": 7' }

function Form({ plan, held }: { readonly plan: FormPlan; readonly held: { store?: FormStore } }) {
  held.store = useFormStore(plan, RECORD, 'existing')
  return <FormView store={held.store} />
}

it('shows the text of a group that cannot be read, goes there instead of saving, and reads it once it is corrected', async () => {
  const held: { store?: FormStore } = {}
  drawn = draw(
    <Form plan={compileForm({ fields: FIELDS }, { id: 'spec', catalogue })} held={held} />,
    testHost(),
  )
  await expect.element(page.getByRole('button', { name: '配置' })).toBeVisible()
  const store = held.store as FormStore
  let sent: unknown = null
  const save = () =>
    submitForm(store, async (record) => {
      sent = record
    })
  expect(await save()).toEqual({ state: 'invalid' })
  const box = page.getByRole('textbox', { name: '配置' })
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveTextContent('{"sql": "select 1", "keep": 7')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/“配置”.*第1行第30列.*改正/)
  await userEvent.keyboard('{Control>}{End}{/Control}}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('“配置”')
  await page.getByRole('button', { name: '读取改正后的内容' }).click()
  await expect.element(page.getByRole('textbox', { name: 'SQL' })).toHaveValue('select 1')
  expect(await save()).toMatchObject({ state: 'saved' })
  const { config, ...others } = sent as unknown as { config: string }
  expect([JSON.parse(config), others]).toEqual([{ sql: 'select 1', keep: 7 }, { fullName: 'a' }])
})
