import type { PictureCut } from '@runtime/files'

/** The square of a picture that is taken, in the picture's own pixels. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

/** What is seen: how much it is magnified (1: the shorter side fills the square), and where its middle is, from 0 to 1. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const CENTRED: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const MOST_ZOOM = 4

interface Size {
  readonly width: number
  readonly height: number
}

/** The square never leaves the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / Math.min(MOST_ZOOM, Math.max(1, zoom))
  const within = (middle: number, length: number) =>
    Math.min(length - side, Math.max(0, middle * length - side / 2))
  return { x: within(x, width), y: within(y, height), side }
}

/** The look after the picture was moved by a share of the square; at an edge it stops. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { x, y, side } = squareOf(size, crop)
  const next = (start: number, by: number, length: number) =>
    (Math.min(length - side, Math.max(0, start - by * side)) + side / 2) / length
  return { ...crop, x: next(x, right, size.width), y: next(y, down, size.height) }
}

/**
 * Draws the square as a JPEG of at most so many pixels and bytes; the smaller its quality, the smaller it is.
 * @throws Error where it stays larger
 */
export async function cropped(
  image: CanvasImageSource & Size,
  crop: Crop,
  { side: most, maxSize = Number.POSITIVE_INFINITY }: Pick<PictureCut, 'side' | 'maxSize'>,
): Promise<File> {
  const { x, y, side } = squareOf(image, crop)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(most, Math.max(1, Math.round(side)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw')
  // What is clear becomes white; JPEG would make it black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.75, 0.6, 0.4]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= maxSize) return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
  }
  throw new Error('The picture stays too large')
}
