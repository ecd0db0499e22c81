import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { EmptyPlace } from '@renderers/list/notices'
import type { HostFile } from '@runtime/files'
import { useState } from 'react'
import { useTranslate } from '../../use-translate'
import { CurrentMark } from '../current-mark'
import { Fetched } from '../frame'
import { SignaturePad } from './signature-pad'

/** Pixels of an uploaded signature's longer side; larger ones are made smaller. */
const LONGEST = 640

/** Signature images: drawn here or uploaded; one is the default. */
export function Signatures() {
  const translate = useTranslate()
  const host = useHost()
  const answer = useQuery({ call: 'currentUser.signImages' })
  const [drawing, setDrawing] = useState(false)
  /** Whether the server has taken it. */
  const change = async (name: string, input: Readonly<Record<string, unknown>>): Promise<boolean> => {
    try {
      const { msg } = await host.call(name, input)
      host.toast('success', msg)
      answer.again()
      return true
    } catch (error) {
      host.toast('error', (error as Error).message)
      return false
    }
  }
  const keep = (signImg: string) => change('currentUser.addSignImage', { signImg })
  const upload = async () => {
    const [file] = await host.chooseFiles({ accept: 'image/png,image/jpeg' })
    if (!file) return
    const address = await scaled(file).catch(() => null)
    if (address === null) host.toast('error', translate('@places.notAPicture'))
    else await keep(address)
  }
  const remove = async (id: string) => {
    if (await host.confirm({ text: translate('@places.deleteSignature'), danger: true }))
      await change('currentUser.deleteSignImage', { id })
  }
  return (
    <>
      <div className="loam-route-acts">
        <Button type="primary" onClick={() => setDrawing(true)}>
          {translate('@places.draw')}
        </Button>
        <Button onClick={() => void upload()}>{translate('@places.upload')}</Button>
      </div>
      <Fetched answer={answer}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyPlace text={translate('@places.noSignatures')} />
          ) : (
            <ul className="loam-profile-signatures">
              {list.map(({ id, signImg, isDefault }, index) => (
                <li key={id}>
                  <img src={signImg} alt={translate('@places.signatureNumber', { number: index + 1 })} />
                  <div className="loam-route-acts">
                    {isDefault === 1 ? (
                      <CurrentMark text={translate('@places.default')} />
                    ) : (
                      <Button
                        size="small"
                        type="text"
                        onClick={() => void change('currentUser.defaultSignImage', { id })}
                      >
                        {translate('@places.makeDefault')}
                      </Button>
                    )}
                    <Button size="small" type="text" status="danger" onClick={() => void remove(id)}>
                      {translate('@common.delete')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
      {drawing && <SignaturePad onDrawn={keep} onClose={() => setDrawing(false)} />}
    </>
  )
}

/** A chosen picture as a data address, no larger than a signature needs. */
async function scaled(file: HostFile): Promise<string> {
  const image = await createImageBitmap(new Blob([await file.arrayBuffer()]))
  const share = Math.min(1, LONGEST / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * share))
  canvas.height = Math.max(1, Math.round(image.height * share))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = canvas.toDataURL('image/png')
  // A photograph is small as a JPEG only.
  return png.length <= 200_000 ? png : canvas.toDataURL('image/jpeg', 0.8)
}
