import type { Log } from '../../../../log'
import type { Services } from '../../../../module'

/** Sends a text to a mobile number; rejects when it could not be handed over. */
export interface SmsProvider {
  send(message: { readonly mobilePhone: string; readonly code: string; readonly text: string }): Promise<void>
}

/** What is configured; while nothing is, whoever runs the server reads the code in its log. */
export function smsProvider(outbound: Services['outbound'], log: Log): SmsProvider {
  return {
    async send({ mobilePhone, code, text }) {
      if (await outbound.hasSms()) await outbound.sendCode(mobilePhone, code, text)
      else log.info(`sign-in code for ${mobilePhone}: ${code} (no SMS provider is set: LOAM_SMS_URL)`)
    },
  }
}
