import type { PicturesHandle } from '../files'
import type { Host } from '../host'

/** @throws Error where pictures cannot be cut or written here */
export function picturesOf(host: Pick<Host, 'pictures' | 'text'>): PicturesHandle {
  if (!host.pictures) throw new Error(host.text('@picture.noScreen'))
  return host.pictures
}
