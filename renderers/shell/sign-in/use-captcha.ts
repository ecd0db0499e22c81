import { useCallback, useEffect, useState } from 'react'
import { client } from '../client'

export interface Captcha {
  /** Goes with the answer: the server knows the image by it. */
  readonly timestamp: string
  readonly url: string
}

/** A captcha image: drawn anew by `renew`, taken away by `drop`. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = useCallback(async () => {
    const timestamp = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
    try {
      const { data } = await client.call('session.captcha', { timestamp })
      setCaptcha({ timestamp, url: URL.createObjectURL((data as { blob: Blob }).blob) })
    } catch {
      // The button of the missing image asks again.
      setCaptcha({ timestamp, url: '' })
    }
  }, [])
  const drop = useCallback(() => setCaptcha(null), [])
  useEffect(() => () => URL.revokeObjectURL(captcha?.url ?? ''), [captcha])
  return { captcha, renew, drop }
}
