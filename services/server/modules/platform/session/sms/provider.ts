import type { Log } from '../../../../log'
import type { ServerOptions } from '../../../../options'

/** Sends a text to a mobile number; rejects when it could not be handed over. */
export interface SmsProvider {
  send(message: { readonly mobilePhone: string; readonly code: string; readonly text: string }): Promise<void>
}

/** Milliseconds that a provider may take. */
const TIMEOUT = 10_000

/** The provider that the environment names; null without one. */
export function smsProvider({ smsUrl, smsToken }: ServerOptions): SmsProvider | null {
  return smsUrl === undefined ? null : httpProvider(smsUrl, smsToken)
}

/** Posts `{ mobilePhone, code, text }` as JSON to a gateway, with a bearer's token where one is given. */
function httpProvider(url: string, token: string | undefined): SmsProvider {
  return {
    async send(message) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(TIMEOUT),
      })
      if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`)
    },
  }
}

/** Without a provider: whoever runs the server reads the code in its log. */
export function logProvider(log: Log): SmsProvider {
  return {
    async send({ mobilePhone, code }) {
      log.info(`sign-in code for ${mobilePhone}: ${code} (no SMS provider is set: LOAM_SMS_URL)`)
    },
  }
}
