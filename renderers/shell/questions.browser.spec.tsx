import type { ValuePrompt } from '@runtime/host'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { switchLanguage } from './language'
import { confirmYesOrNo, promptForValue } from './questions'
import './controls.css'

beforeAll(() =>
  switchLanguage('zh', async () => ({
    'common.tip': '提示',
    'common.confirm': '确定',
    'common.cancel': '取消',
    'common.enterValueFirst': '请先输入值',
    'common.valueBetween': '输入值不能小于 {min} 且不能大于 {max}',
    'common.valueAtLeast': '输入值不能小于 {min}',
    'common.valueAtMost': '输入值不能大于 {max}',
  })),
)
const boxes = () => [...document.querySelectorAll('[role="dialog"]')].map((one) => one.textContent)
afterEach(async () => {
  for (const button of page.getByRole('button', { name: '取消' }).elements()) (button as HTMLElement).click()
  await expect.poll(boxes).toEqual([])
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
const field = () => page.getByRole('spinbutton')
const HERTZ: ValuePrompt = { title: '频率', kind: 'number', min: 20, max: 50 }

it('is single: a new question closes the one before it, of either kind, as cancelling would', async () => {
  const first = confirmYesOrNo({ text: '要停泵吗？' })
  const second = promptForValue(HERTZ)
  expect(await first).toBe(false)
  await expect.poll(boxes).toEqual([expect.stringContaining('频率')])
  const third = promptForValue({ title: '时长', kind: 'number' })
  expect(await second).toBeNull()
  const last = confirmYesOrNo({ text: '要开泵吗？', title: '一号泵' })
  expect(await third).toBeNull()
  await expect.poll(boxes).toEqual([expect.stringContaining('一号泵')])
  await press('确定')
  expect(await last).toBe(true)
})

it('takes a number within its bounds, and says what is wrong with any other', async () => {
  const answer = promptForValue(HERTZ)
  const said = () => document.querySelector('.loam-prompt-error')?.textContent
  await press('确定')
  await expect.poll(said).toBe('请先输入值')
  for (const wrong of ['19', '51']) {
    await userEvent.fill(field(), wrong)
    await press('确定')
    await expect.poll(said).toBe('输入值不能小于 20 且不能大于 50')
  }
  await userEvent.fill(field(), '35')
  await press('确定')
  expect(await answer).toBe(35)
})

it.each([
  [{ min: 1 }, '0', '输入值不能小于 1'],
  [{ max: 9 }, '10', '输入值不能大于 9'],
])('names the one bound that there is: %j', async (bounds, wrong, message) => {
  void promptForValue({ title: '频率', kind: 'number', ...bounds })
  await userEvent.fill(field(), wrong)
  await press('确定')
  await expect.poll(() => document.querySelector('.loam-prompt-error')?.textContent).toBe(message)
})

it('stays on the screen of a phone', async () => {
  const { innerWidth: width, innerHeight: height } = window
  await page.viewport(390, 844)
  try {
    const answer = confirmYesOrNo({ text: '填写的内容尚未保存，确定离开吗？', title: '离开' })
    const box = () => document.querySelector('.arco-modal')?.getBoundingClientRect()
    await expect.poll(() => box()?.width).toBe(358)
    expect(box()?.left).toBe(16)
    await press('确定')
    expect(await answer).toBe(true)
  } finally {
    await page.viewport(width, height)
  }
})
