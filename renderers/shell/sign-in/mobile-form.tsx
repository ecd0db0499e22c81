import { CallError } from '@services/client'
import { type FormEvent, useEffect, useState } from 'react'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { enter } from './entering'
import { TextField } from './fields'
import { MobileCodeFields, useMobileCode } from './mobile-code'

/** A mobile number and the code sent to it. A number without an account asks for one, with company and contact. */
export function MobileForm({ notice }: { readonly notice: string }) {
  const translate = useTranslate()
  const [companyName, setCompanyName] = useState('')
  const [contact, setContact] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const [hasProvider, setProvider] = useState(true)
  const mobile = useMobileCode(() => setUnknown(false))
  useEffect(() => {
    client.call('session.loginConfig').then(
      ({ data }) => setProvider(data.hasSmsProvider),
      () => undefined,
    )
  }, [])

  const missing = () => {
    if (mobile.missing() !== '') return mobile.missing()
    if (isUnknown && companyName.trim() === '') return translate('@session.enterCompanyName')
    return isUnknown && contact.trim() === '' ? translate('@session.enterContact') : ''
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (mobile.busy) return
    const refusal = missing()
    mobile.notify(refusal)
    if (refusal !== '') return
    const { failure } = await mobile.run(async () => {
      const { mobilePhone, code } = mobile
      const { data, msg } = await client.call('session.loginByCode', {
        mobilePhone,
        code,
        ...(isUnknown ? { companyName, contact } : {}),
      })
      if (data.token) return enter(data.token, data.theme)
      mobile.clear()
      setCompanyName('')
      setContact('')
      setUnknown(false)
      mobile.notify(msg, true)
    })
    if (failure instanceof CallError && isUnknownNumber(failure.data)) setUnknown(true)
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={mobile.busy}>
      <MobileCodeFields of={mobile} label={translate('@session.mobile')} notice={notice} autoFocus />
      {isUnknown && (
        <>
          <TextField
            label={translate('@session.companyName')}
            value={companyName}
            onChange={setCompanyName}
            autoComplete="organization"
            maxLength={100}
            autoFocus
          />
          <TextField
            label={translate('@session.contact')}
            value={contact}
            onChange={setContact}
            autoComplete="name"
            maxLength={50}
          />
        </>
      )}
      <button type="submit" className="loam-sign-in-button" disabled={mobile.busy}>
        {translate(isUnknown ? '@session.askForAccount' : '@shell.signIn')}
      </button>
      {!hasProvider && <p className="loam-sign-in-note">{translate('@session.noSmsProvider')}</p>}
    </form>
  )
}

function isUnknownNumber(data: unknown): boolean {
  return (data as { readonly isUnknown?: unknown } | null)?.isUnknown === true
}
