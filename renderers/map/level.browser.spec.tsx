import { dataOf } from '@runtime/data'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { button, LOADING, openPanel, PUMP, panel, VALVE } from './specs/panels'

const CONTROLS = page.getByRole('region', { name: '控制' })
const may = (level: string) => ({ 'fieldManagement.projectLevel': () => ({ level }) })

describe('what is drawn for who may only look', () => {
  it.each([VALVE, PUMP])('is how %s stands, without anything that commands it', async (device) => {
    await openPanel(device, may('view'))
    const states = () => document.querySelectorAll(':is(.loam-act-three, .loam-act-states)').length
    await expect.poll(states, LOADING).toBeGreaterThan(0)
    expect(CONTROLS.elements()).toEqual([])
    expect(panel().getByText('角度校准').elements()).toEqual([])
    expect(button('全部停止').elements()).toEqual([])
  })

  it('becomes what they may do as soon as they may more, and is again what it was', async () => {
    let level = 'operate'
    const { host } = await openPanel(VALVE, { 'fieldManagement.projectLevel': () => ({ level }) })
    const change = (next: string) => {
      level = next
      dataOf(host).recover()
    }
    await expect.element(CONTROLS, LOADING).toBeVisible()
    await expect.element(button('全部停止')).toBeVisible()
    expect(panel().getByText('角度校准').elements()).toEqual([])
    change('manage')
    await expect.element(panel().getByText('角度校准'), LOADING).toBeVisible()
    change('view')
    await expect.poll(() => CONTROLS.elements(), LOADING).toEqual([])
    expect(button('全部停止').elements()).toEqual([])
  })

  it('keeps the stop where nobody can say what one may do', async () => {
    await openPanel(VALVE, {
      'fieldManagement.projectLevel': () => {
        throw new Error('nothing answered')
      },
    })
    await expect.element(button('全部停止'), LOADING).toBeVisible()
  })
})
