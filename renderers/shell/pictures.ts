import type { HostFile, PicturesHandle } from '@runtime/files'
import { translate } from './language'
import { openCut, openSheet } from './openings'

/** Cutting a picture and writing by hand, in a browser. */
export const pictures: PicturesHandle = {
  cut: async (file, cut, take) => openCut({ image: await imageOf(file), cut, take }),
  write: (title, take) => openSheet({ title, take }),
  async address(file, side) {
    const image = await imageOf(file)
    return (await import('../picture')).scaledAddress(image, side)
  },
}

/** @throws Error that says what is wanted, where the file is no picture */
async function imageOf(file: HostFile): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(new Blob([await file.arrayBuffer()]))
  } catch (cause) {
    throw new Error(translate('@picture.notAPicture'), { cause })
  }
}
