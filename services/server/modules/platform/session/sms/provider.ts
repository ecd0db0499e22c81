import type { Log } from '../../../../log'
import type { Services } from '../../../../module'

/** Sends codes to mobile numbers. */
export interface SmsProvider {
  /** Whether codes are to be had at all: from the number's messages, or while the demo runs from the log. */
  isOn(): Promise<boolean>
  /** Rejects when it could not be handed over. */
  send(message: { readonly mobilePhone: string; readonly code: string; readonly text: string }): Promise<void>
}

/**
 * What is configured; while nothing is, codes stand in the log of a demo. No other server writes into its log what lets
 * somebody in.
 */
export function smsProvider(outbound: Services['outbound'], log: Log, isDemo: boolean): SmsProvider {
  return {
    isOn: async () => isDemo || (await outbound.hasSms()),
    async send({ mobilePhone, code, text }) {
      if (await outbound.hasSms()) await outbound.sendCode(mobilePhone, code, text)
      else log.info(`sign-in code for ${mobilePhone}: ${code} (no SMS provider is set: LOAM_SMS_URL)`)
    },
  }
}
