import type { FormStore } from '@runtime/form/store.types'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { widget as barcode } from '../../barcode'
import { widget as qrcode } from '../../qrcode'
import type { DisplayRecord, Widget } from '../../widget'
import { testHost } from '../testing'

let root: Root | undefined
let container: HTMLElement | undefined

function show(
  { Display, definition }: Widget,
  settings: object,
  store?: FormStore,
  record?: DisplayRecord,
): void {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  const all = { ...definition.defaults, ...settings }
  const given = {
    id: 'code',
    settings: all,
    label: '',
    host: testHost(),
    ...(store && { store }),
    ...(record && { record }),
  }
  flushSync(() => root?.render(Display && <Display {...given} />))
}

/** A store of one field that can be changed. */
function oneField(first: string) {
  let value = first
  const listeners = new Set<() => void>()
  const store = {
    get: (path: string) => (path === 'code' ? value : undefined),
    plan: { id: 'm1' },
    collect: () => ({ code: value }),
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const set = (next: string) => {
    value = next
    for (const listener of listeners) flushSync(listener)
  }
  return { store: store as unknown as FormStore, set }
}

afterEach(() => {
  root?.unmount()
  container?.remove()
})

describe('codes', () => {
  it('are drawn as shapes and named by their text', async () => {
    show(barcode, { staticText: 'A1' })
    await expect.element(page.getByRole('img', { name: '条形码：A1' })).toHaveAttribute('height', '50')
    root?.unmount()
    show(qrcode, { staticText: '农场' })
    const image = page.getByRole('img', { name: '二维码：农场' })
    await expect.element(image).toHaveAttribute('width', '100')
    expect(image.element().querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  })

  it('follow their field, and say why there is none', async () => {
    const { store, set } = oneField('')
    show(barcode, { dataType: 'relation', relationField: 'code' }, store)
    await expect.element(page.getByText('暂无内容')).toBeVisible()
    set('X9')
    await expect.element(page.getByRole('img', { name: '条形码：X9' })).toBeVisible()
    set('玉米')
    await expect.element(page.getByText('条形码只支持字母和数字')).toBeVisible()
  })

  it('are drawn of a record that is read', async () => {
    const record = { model: 'm1', values: { id: 'r7', code: 'B2' } }
    show(barcode, { dataType: 'relation', relationField: 'code' }, undefined, record)
    await expect.element(page.getByRole('img', { name: '条形码：B2' })).toBeVisible()
    root?.unmount()
    show(qrcode, { dataType: 'dynamic' }, undefined, record)
    await expect.element(page.getByRole('img', { name: '本记录的二维码' })).toBeVisible()
  })

  it('of a record that is not saved wait for it', async () => {
    show(qrcode, { dataType: 'dynamic' }, oneField('').store)
    await expect.element(page.getByText('保存后生成二维码')).toBeVisible()
  })

  it('say what a format does not take', async () => {
    show(barcode, { staticText: 'ABC', format: 'ean13' })
    await expect.element(page.getByText('内容不符合 ean13 条形码的要求')).toBeVisible()
  })
})
