import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { Popup, type PopupProps } from './popup'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

function Opener(props: Partial<PopupProps>) {
  const [visible, setVisible] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setVisible(true)}>
        打开
      </button>
      <Popup
        mode="general"
        width="600px"
        title="机井"
        footer={<button type="button">确定</button>}
        {...props}
        visible={visible}
        onClose={() => setVisible(false)}
      >
        {props.children ?? <input aria-label="名称" />}
      </Popup>
    </>
  )
}

async function open(props: Partial<PopupProps> = {}) {
  const host = testHost()
  drawn = draw(<Opener {...props} />, host)
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await expect.poll(box).toBeTruthy()
  return host
}
const box = () => document.querySelector<HTMLElement>('[role="dialog"]')

describe('Popup', () => {
  it('is named by its title, takes focus, keeps it, and gives it back', async () => {
    await open()
    expect(page.getByRole('dialog', { name: '机井' }).element()).toBe(box())
    expect(document.activeElement?.getAttribute('aria-label')).toBe('名称')
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('确定')
    await userEvent.tab()
    expect(box()?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(box).toBeNull()
    expect(document.activeElement?.textContent).toBe('打开')
  })

  it('keeps what stands in it while it is closed, away from everybody, where that is wanted', async () => {
    drawn = draw(<Opener mode="aside" keeps />, testHost())
    const field = () => document.querySelector<HTMLInputElement>('input[aria-label="名称"]')
    await expect.poll(field).not.toBeNull()
    const kept = field()
    expect(kept?.checkVisibility()).toBe(false)
    expect(document.body.classList).not.toContain('loam-dialog-open')
    const opener = page.getByRole('button', { name: '打开' })
    await userEvent.click(opener)
    await expect.element(page.getByRole('dialog', { name: '机井' })).toBeVisible()
    expect(document.activeElement).toBe(kept)
    await expect.poll(() => box()?.getBoundingClientRect().left).toBe(0)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(field()).toBe(kept)
    expect(kept?.checkVisibility()).toBe(false)
    await expect.element(opener).toHaveFocus()
  })

  it('closes the topmost alone on Escape', async () => {
    await open({ children: <Opener title="内层" /> })
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '打开' }))
    await expect.poll(() => document.querySelectorAll('[role="dialog"]').length).toBe(2)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('[role="dialog"]').length).toBe(1)
    expect(box()?.textContent).toContain('机井')
  })

  it('asks once when something typed would be lost', async () => {
    const host = await open({ dirty: () => true })
    host.yes = false
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => host.questions).toEqual(['有修改尚未保存，确定离开吗？'])
    expect(box()).toBeTruthy()
  })

  it('saves with Ctrl+S', async () => {
    const onSave = vi.fn()
    await open({ onSave })
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(onSave).toHaveBeenCalledOnce()
  })

  it('has the asked width, fills the screen, stands at the right, and is a sheet on a phone', async () => {
    await open()
    expect(box()?.getBoundingClientRect().width).toBe(600)
    drawn?.unmount()
    await open({ mode: 'fullScreen' })
    expect(box()?.getBoundingClientRect().width).toBe(window.innerWidth)
    expect(page.getByRole('button', { name: '返回' }).element()).toBeTruthy()
    drawn?.unmount()
    await open({ mode: 'drawer', width: '400px' })
    await expect.poll(() => box()?.getBoundingClientRect().left).toBe(window.innerWidth - 400)
    drawn?.unmount()
    await page.viewport(390, 844)
    await open()
    await expect.poll(() => box()?.getBoundingClientRect().bottom).toBe(844)
    expect(box()?.getBoundingClientRect().width).toBe(390)
  })
})
