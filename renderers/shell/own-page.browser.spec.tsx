import { PageView } from '@renderers/page'
import { PageAddressProvider } from '@renderers/page/address'
import { PageServicesProvider } from '@renderers/page/services'
import { type Answer, draw, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import type { HostFile } from '@runtime/files'
import { permissionsOf } from '@runtime/permission/permission'
import { resources } from '@services/client/resources'
import { useState } from 'react'
import SparkMD5 from 'spark-md5'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { client } from './client'
import { switchLanguage } from './language'
import { shellEvents } from './layout/shell-events'
import { openings } from './openings'
import { Openings } from './openings-layer'
import { pictures } from './pictures'
import { accountAppearance, setTheme, theme } from './theme'

const TEXTS = import.meta.glob<Readonly<Record<string, { readonly zh: string }>>>(
  '../../schemas/locales/*.json',
  {
    eager: true,
    import: 'default',
  },
)

/** The shell's own texts, which the server gives otherwise. */
beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries(
      Object.entries(TEXTS).flatMap(([file, texts]) =>
        Object.entries(texts).map(([key, text]) => [`${file.replace(/^.*\/|\.json$/g, '')}.${key}`, text.zh]),
      ),
    ),
  ),
)

const OWN = {
  ...{ id: 'u1', realName: '王小田', account: 'wang', gender: 0, mobilePhone: '', email: '', headIcon: '' },
  ...{ signature: '', organizeName: '农场', departmentName: '灌溉科', positionName: '', roleName: '' },
  ...{ creatorTime: 0, prevLogTime: null, prevLogIP: '', isMobileProved: false },
}

let drawn: ReturnType<typeof draw> | undefined
let search: string

beforeEach(() => {
  search = ''
})

afterEach(() => {
  openings.list.length = 0
  drawn?.unmount()
  drawn = undefined
  vi.restoreAllMocks()
})

/** The own page under an address, over a server that answers so. */
async function open(
  part: string,
  answers: Readonly<Record<string, Answer>> = {},
  chosen: readonly HostFile[] = [],
) {
  const host = Object.assign(
    testHost({
      'documents.read': readingDocuments(),
      'currentUser.baseInfo': () => OWN,
      'currentUser.signImages': () => ({ list: [] }),
      ...answers,
    }),
    { resources: async () => resources, pictures, chooseFiles: async () => chosen },
  )
  const emitted: unknown[] = []
  const hear = shellEvents(() => undefined)
  const services = {
    permissions: () => permissionsOf(undefined, { buttons: false, columns: false, form: false }, true),
    emit: (event: string, payload?: unknown) => {
      emitted.push(payload === undefined ? event : [event, payload])
      if (!event.startsWith('language')) hear(event, payload)
    },
  }
  search = `?part=${part}`
  drawn = draw(
    <PageServicesProvider value={services}>
      <Addressed />
      <Openings />
    </PageServicesProvider>,
    host,
  )
  await expect.element(page.getByRole('heading', { name: '个人信息' })).toBeVisible()
  return { host, emitted }
}

function Addressed() {
  const [now, setNow] = useState(search)
  const change = (next: string) => {
    search = next
    setNow(next)
  }
  return (
    <PageAddressProvider value={{ search: now, now: () => search, change, onTravel: () => () => undefined }}>
      <PageView file="pages/profile.page.json" route="/profile" />
    </PageAddressProvider>
  )
}

/** A wide picture: its left half red, its right half blue. */
async function picture(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = 2400
  canvas.height = 1200
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  pen.fillStyle = 'red'
  pen.fillRect(0, 0, 1200, 1200)
  pen.fillStyle = 'blue'
  pen.fillRect(1200, 0, 1200, 1200)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob as Blob], 'farm.png', { type: 'image/png' })
}

const named = (host: ReturnType<typeof testHost>, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)

it('opens the part that the address names, and keeps in it which one is open', async () => {
  await open('devices', {
    'currentUser.sessions': () => ({
      list: [
        {
          id: 's1',
          loginBrowser: 'Chrome',
          loginSystem: 'Linux',
          loginIPAddress: '10.0.0.1',
          loginTime: 0,
          lastTime: 0,
          isCurrent: true,
        },
      ],
    }),
  })
  await expect.element(page.getByRole('heading', { name: '登录设备' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '退出其他所有设备' })).toBeDisabled()
  await page.getByRole('tab', { name: '我的签名' }).click()
  await expect.element(page.getByRole('heading', { name: '我的签名' })).toBeVisible()
  expect(search).toBe('?part=signatures')
})

it('cuts a picture to the square that is seen, small enough, and uses it', async () => {
  const { host, emitted } = await open(
    'base',
    {
      'file.upload': () => ({ name: 'f1.jpg', fileId: 'f1.jpg', url: '' }),
      'currentUser.avatar': ({ name }) => ({ headIcon: `/api/file/Image/userAvatar/${String(name)}` }),
    },
    [await picture()],
  )
  await page.getByRole('button', { name: '更换头像' }).click()
  const square = page.getByRole('button', { name: '拖动或用方向键移动图片' })
  await square.click()
  // Twenty steps to the right bring the left edge, which is red, into the square.
  for (let step = 0; step < 20; step++) await userEvent.keyboard('{ArrowRight}')
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => named(host, 'currentUser.avatar')).toEqual([{ name: 'f1.jpg' }])
  await expect.poll(() => emitted).toEqual(['menu.changed'])
  const [{ file, type } = {}] = named(host, 'file.upload') as { file?: File; type?: string }[]
  expect(type).toBe('userAvatar')
  if (!file) throw new Error('Nothing was sent')
  expect(file.size).toBeLessThanOrEqual(1_048_576)
  const image = await createImageBitmap(file)
  expect([image.width, image.height]).toEqual([512, 512])
  const canvas = new OffscreenCanvas(512, 512)
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  pen.drawImage(image, 0, 0)
  const [red = 0, , blue = 0] = pen.getImageData(512 - 20, 20, 1, 1).data
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(50)
})

it('says of a file that is no picture what is wanted', async () => {
  const { host } = await open('base', {}, [new File(['no picture'], 'a.png', { type: 'image/png' })])
  await page.getByRole('button', { name: '更换头像' }).click()
  await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: '请上传 PNG 或 JPEG 图片' }])
  expect(named(host, 'file.upload')).toEqual([])
})

it('keeps the cut picture while the server does not take it', async () => {
  let refuses = true
  const { host } = await open(
    'base',
    {
      'file.upload': () => {
        if (refuses) throw new Error('存储空间不足')
        return { name: 'f1.jpg', fileId: 'f1.jpg', url: '' }
      },
      'currentUser.avatar': () => ({ headIcon: '' }),
    },
    [await picture()],
  )
  await page.getByRole('button', { name: '更换头像' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: '存储空间不足' }])
  refuses = false
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => named(host, 'currentUser.avatar').length).toBe(1)
})

it('keeps a signature on its sheet until the server has taken it', async () => {
  let refuses = true
  const { host } = await open('signatures', {
    'currentUser.addSignImage': () => {
      if (refuses) throw new Error('最多保存 10 个签名')
      return { id: 's1' }
    },
  })
  await page.getByRole('button', { name: '手写签名' }).click()
  const sheet = page.getByRole('img', { name: '签名区域' })
  const save = page.getByRole('button', { name: '保存' })
  await expect.element(save).toBeDisabled()
  const canvas = (await sheet.element()) as HTMLCanvasElement
  const { x, y } = canvas.getBoundingClientRect()
  canvas.setPointerCapture = () => undefined
  for (const [type, at] of [
    ['pointerdown', 40],
    ['pointermove', 120],
    ['pointerup', 120],
  ] as const)
    canvas.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + at, clientY: y + 40, buttons: 1 }),
    )
  await save.click()
  await expect.poll(() => host.toasts.at(-1)?.text).toBe('最多保存 10 个签名')
  await expect.element(sheet).toBeVisible()
  refuses = false
  await save.click()
  await expect.element(sheet).not.toBeInTheDocument()
  const [, sent] = named(host, 'currentUser.addSignImage')
  expect(String(sent?.['signImg'])).toMatch(/^data:image\/png;base64,/)
})

it('takes an address that is one, and leaves out what may be left out', async () => {
  const { host, emitted } = await open('base', { 'currentUser.saveBaseInfo': () => null })
  await page.getByLabelText('邮箱').fill('w@farm')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.element(page.getByText('请输入正确的邮箱')).toBeVisible()
  expect(named(host, 'currentUser.saveBaseInfo')).toEqual([])
  await page.getByLabelText('邮箱').fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(() => named(host, 'currentUser.saveBaseInfo'))
    .toMatchObject([{ email: null, gender: null, realName: '王小田' }])
  await expect.poll(() => emitted).toContain('menu.changed')
})

it('takes language and brightness as they are chosen', async () => {
  const { emitted } = await open('appearance')
  await page.getByRole('radio', { name: 'English' }).click({ force: true })
  await expect.poll(() => emitted).toEqual([['language.change', 'en']])
})

it('takes brightness as it is chosen: at once, on this device and with the account', async () => {
  const call = vi.spyOn(client, 'call').mockImplementation(async () => ({ data: null as never, msg: '' }))
  setTheme({ dark: false })
  const isDark = () => document.body.getAttribute('arco-theme') === 'dark'
  const kept = () =>
    call.mock.calls.filter(([name]) => name === 'currentUser.systemTheme').map(([, sent]) => sent)
  try {
    const { emitted } = await open('appearance')
    await page.getByRole('radio', { name: '深色' }).click({ force: true })
    await expect.poll(() => emitted).toEqual([['theme.change', { dark: true }]])
    await expect.poll(isDark).toBe(true)
    expect(theme.dark).toBe(true)
    await expect.poll(kept).toEqual([{ appearance: accountAppearance() }])
    expect(accountAppearance()).toMatchObject({ dark: true })
  } finally {
    setTheme({ dark: false })
  }
  expect(isDark()).toBe(false)
})

it.each([{ dark: 'yes' }, {}, null, 'dark'])('hears no choice of brightness in %j', async (payload) => {
  const call = vi.spyOn(client, 'call').mockImplementation(async () => ({ data: null as never, msg: '' }))
  setTheme({ dark: false })
  shellEvents(() => undefined)('theme.change', payload)
  expect(theme.dark).toBe(false)
  expect(call).not.toHaveBeenCalled()
})

type Input = Readonly<Record<string, unknown>>
const IMAGE = { blob: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }) }

it('sends a code to the new number with the proof of work, and changes it with the code and the password', async () => {
  const asked: { readonly name: string; readonly input: Input }[] = []
  const answers: Readonly<Record<string, unknown>> = {
    'session.captcha': IMAGE,
    'session.challenge': { challenge: 'c'.repeat(24), bits: 8 },
    'session.sendCode': { interval: 60, expiresIn: 300 },
  }
  vi.spyOn(client, 'call').mockImplementation(async (name: string, input: Input = {}) => {
    asked.push({ name, input })
    return { data: answers[name] as never, msg: '验证码已发送' }
  })
  const changed = vi.fn()
  await open('base', { 'currentUser.changeMobile': (input: Input) => changed(input) ?? null })
  await page.getByRole('button', { name: '修改手机号' }).click()
  const dialog = page.getByRole('dialog')
  const type = (name: string, text: string) => dialog.getByLabelText(name, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('手机号')
  expect(asked.some(({ name }) => name === 'session.sendCode')).toBe(false)
  await type('新手机号', '13700002222')
  await type('图形验证码', '1234')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('验证码已发送')
  expect(asked.find(({ name }) => name === 'session.sendCode')?.input).toMatchObject({
    mobilePhone: '13700002222',
    code: '1234',
    proof: expect.stringMatching(/^c{24}\.\d+$/),
  })
  await type('短信验证码', '654321')
  await type('密码', 'Field-2026')
  await dialog.getByRole('button', { name: '修改手机号' }).click()
  await expect.poll(() => changed.mock.calls.length).toBe(1)
  expect(changed).toHaveBeenCalledWith(
    expect.objectContaining({
      mobilePhone: '13700002222',
      code: '654321',
      password: SparkMD5.hash('Field-2026'),
    }),
  )
  await expect.element(dialog).not.toBeInTheDocument()
})
