import type { Host } from '@runtime/host'
import { useEffect, useState } from 'react'

/** The address by which this page draws a stored image: bytes come by right, which an `img` of its own cannot show. */
export function useStoredImage(
  host: Host,
  url: string,
): { readonly src: string | null; readonly failed: boolean } {
  const [image, setImage] = useState<{ readonly url: string; readonly src: string | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = (src: string | null) => {
      if (isCurrent) setImage({ url, src })
    }
    if (host.files) host.files.read(url).then(show, () => show(null))
    else show(null)
    return () => {
      isCurrent = false
    }
  }, [host, url])
  const known = image?.url === url ? image : null
  return { src: known?.src ?? null, failed: known !== null && known.src === null }
}
