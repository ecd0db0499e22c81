import { PageServicesProvider } from '@renderers/page/services'
import { draw, testHost } from '@renderers/testing'
import type { HostFile } from '@runtime/files'
import common from '@schemas/locales/common.json'
import places from '@schemas/locales/places.json'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { switchLanguage } from '../../language'
import { AvatarEditor } from './avatar'
import { AVATAR_BYTES, AVATAR_SIDE } from './crop'

/** The shell's own texts, which the server gives otherwise. */
beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries(
      Object.entries({ common, places }).flatMap(([area, texts]) =>
        Object.entries(texts as Readonly<Record<string, { readonly zh: string }>>).map(([key, text]) => [
          `${area}.${key}`,
          text.zh,
        ]),
      ),
    ),
  ),
)

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

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

function open(file: HostFile) {
  const sent: File[] = []
  const host = {
    ...testHost({ 'currentUser.avatar': ({ name }) => ({ headIcon: `/api/file/Image/userAvatar/${name}` }) }),
    chooseFiles: async () => [file],
    files: {
      uploadImage: async (chosen: HostFile) => {
        sent.push(chosen as File)
        return { name: 'avatar.jpg', fileId: 'f1.jpg', url: '' }
      },
    } as never,
  }
  const onChanged = vi.fn()
  const services = { permissions: () => ({}) as never, emit: () => undefined }
  drawn = draw(
    <PageServicesProvider value={services}>
      <AvatarEditor url="" name="王小田" onChanged={onChanged} />
    </PageServicesProvider>,
    host,
  )
  return { host, sent, onChanged }
}

it('cuts a picture to the square that is seen, small enough, and uses it', async () => {
  const { host, sent, onChanged } = open(await picture())
  await page.getByRole('button', { name: '更换头像' }).click()
  const square = page.getByRole('button', { name: '拖动或用方向键移动图片' })
  await square.click()
  // Twenty steps to the right bring the left edge, which is red, into the square.
  for (let step = 0; step < 20; step++) await userEvent.keyboard('{ArrowRight}')
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  const [file] = sent
  if (!file) throw new Error('Nothing was sent')
  expect(file.size).toBeLessThanOrEqual(AVATAR_BYTES)
  const image = await createImageBitmap(file)
  expect([image.width, image.height]).toEqual([AVATAR_SIDE, AVATAR_SIDE])
  const canvas = new OffscreenCanvas(AVATAR_SIDE, AVATAR_SIDE)
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  pen.drawImage(image, 0, 0)
  const [red = 0, , blue = 0] = pen.getImageData(AVATAR_SIDE - 20, 20, 1, 1).data
  expect(red).toBeGreaterThan(200)
  expect(blue).toBeLessThan(50)
  expect(host.calls).toEqual([{ name: 'currentUser.avatar', input: { name: 'f1.jpg' } }])
})

it('says of a file that is no picture what is wanted', async () => {
  const { host, sent } = open(new File(['no picture'], 'a.png', { type: 'image/png' }))
  await page.getByRole('button', { name: '更换头像' }).click()
  await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: '请上传 PNG 或 JPEG 图片' }])
  expect(sent).toEqual([])
})
