/** Characters of a PNG beyond which a picture is kept as a JPEG: a photograph is small as a JPEG only. */
const LONGEST_PNG = 200_000

/** A picture as a data address, its longer side at most so many pixels. @throws where the file is no picture */
export async function scaledAddress(image: ImageBitmap, side: number): Promise<string> {
  const share = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * share))
  canvas.height = Math.max(1, Math.round(image.height * share))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = canvas.toDataURL('image/png')
  return png.length <= LONGEST_PNG ? png : canvas.toDataURL('image/jpeg', 0.8)
}
