import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { drawCaptcha, PICTURE } from './captcha-picture'

/** Grey levels of a picture, row by row. */
function pixelsOf(png: Buffer): Uint8Array {
  const length = png.readUInt32BE(33)
  expect(png.toString('latin1', 37, 41)).toBe('IDAT')
  return new Uint8Array(inflateSync(png.subarray(41, 41 + length)))
}

it('is a grey PNG, another one each time', () => {
  const [one, two] = [drawCaptcha('8046'), drawCaptcha('8046')]
  expect(one.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n')
  expect([one.readUInt32BE(16), one.readUInt32BE(20)]).toEqual([PICTURE.width, PICTURE.height])
  expect(pixelsOf(one)).toHaveLength((PICTURE.width + 1) * PICTURE.height)
  expect(one.equals(two)).toBe(false)
})

it('is crossed by lines of the shade of its digits: ink lies in every part, digits or none', () => {
  const inkOf = (code: string) => {
    const counts: number[] = []
    for (let time = 0; time < 20; time++)
      counts.push(pixelsOf(drawCaptcha(code)).filter((grey) => grey < 120).length)
    return counts.reduce((sum, count) => sum + count, 0) / counts.length
  }
  const [without, ones, eights] = [inkOf(''), inkOf('1111'), inkOf('8888')]
  expect(without).toBeGreaterThan(800)
  expect(ones).toBeGreaterThan(without)
  expect(eights).toBeGreaterThan(ones)
})
