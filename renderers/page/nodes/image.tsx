import { Image } from '@arco-design/web-react'
import '@arco-design/web-react/es/Image/style/css.js'
import { useEffect, useState } from 'react'
import { useHost } from '../../host'
import { useNodeContext } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

export function ImageNode({ node }: NodeProps<'image'>) {
  const { screen, scope } = useNodeContext()
  const { src, alt, caption, width, height, fit, shape, instead, preview } = node
  const address = src.evaluate(scope)
  const { shown, failed } = useAddress(address)
  const [isBroken, setBroken] = useState<string | null>(null)
  const [isLarge, setLarge] = useState(false)
  const text = screen.text(alt, scope)
  const round = shape === 'round' ? ' loam-node-image-round' : ''
  if (address === '') {
    if (!instead) return null
    return (
      <span
        className={`loam-node-image-instead${round}`}
        role="img"
        aria-label={text}
        style={{ width, height }}
      >
        {screen.text(instead, scope)}
      </span>
    )
  }
  if (failed || isBroken === address)
    return <ErrorNote message={screen.host.text('@page.noImage', { name: text })} />
  const picture = shown !== null && (
    <img src={shown} alt={text} style={{ height, objectFit: fit }} onError={() => setBroken(address)} />
  )
  return (
    <figure className={`loam-node-image${round}`} style={{ maxWidth: width }}>
      {preview ? (
        <button
          type="button"
          aria-label={screen.host.text('@page.enlarge', { name: text })}
          onClick={() => setLarge(true)}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
      {caption && <figcaption>{screen.text(caption, scope)}</figcaption>}
      {isLarge && shown !== null && (
        <Image.Preview visible src={shown} onVisibleChange={(visible) => setLarge(visible)} />
      )}
    </figure>
  )
}

/** Where the picture can be drawn from: files of this server are read by right. */
function useAddress(address: string): { readonly shown: string | null; readonly failed: boolean } {
  const { files } = useHost()
  const read = address.startsWith('/api/') ? files?.read : undefined
  const [fetched, setFetched] = useState<{ of: string; shown: string | null }>()
  useEffect(() => {
    if (!read) return undefined
    let isGone = false
    read(address).then(
      (shown) => isGone || setFetched({ of: address, shown }),
      () => isGone || setFetched({ of: address, shown: null }),
    )
    return () => {
      isGone = true
    }
  }, [read, address])
  if (!read) return { shown: address, failed: false }
  if (fetched?.of !== address) return { shown: null, failed: false }
  return { shown: fetched.shown, failed: fetched.shown === null }
}
