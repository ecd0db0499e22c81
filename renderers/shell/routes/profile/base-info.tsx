import { Button, Input, Radio } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Radio/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { formatDate } from '@runtime/date'
import { CallError } from '@runtime/host'
import type { CallAnswer } from '@services/client'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslate } from '../../use-translate'
import { Fetched } from '../frame'
import { AvatarEditor } from './avatar'
import { type BaseEntries, validateBase } from './base-rules'
import { MobileChange } from './mobile-change'

type Info = CallAnswer<'currentUser.baseInfo'>['data']

const GENDERS = [1, 2, 3] as const

/** Who one is: what one may change oneself, and what administrators have laid down. */
export function BaseInfo() {
  const answer = useQuery({ call: 'currentUser.baseInfo' })
  return (
    <Fetched answer={answer}>
      {(info) => (
        <>
          <AvatarEditor url={info.headIcon ?? ''} name={info.realName} onChanged={answer.again} />
          <Facts info={info} />
          <div className="loam-route-mobile">
            <MobileChange onChanged={answer.again} />
          </div>
          <BaseForm info={info} onSaved={answer.again} />
        </>
      )}
    </Fetched>
  )
}

/** What others keep of a person, under the names of the form's fields. */
const KEPT = new Set(['realName', 'mobilePhone'])

function Facts({ info }: { readonly info: Info }) {
  const translate = useTranslate()
  const host = useHost()
  const time = (milliseconds: number | null) =>
    milliseconds === null ? '' : formatDate(milliseconds, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)
  const facts = {
    realName: info.realName,
    account: info.account,
    mobilePhone: [info.mobilePhone, info.isMobileProved && `(${translate('@session.mobileProved')})`]
      .filter(Boolean)
      .join(' '),
    organize: [info.organizeName, info.departmentName].filter(Boolean).join(' / '),
    position: info.positionName,
    role: info.roleName,
    created: time(info.creatorTime),
    lastSignIn: [time(info.prevLogTime), info.prevLogIP].filter(Boolean).join('  '),
  }
  return (
    <dl className="loam-route-facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{translate(KEPT.has(name) ? `@places.field_${name}` : `@places.fact_${name}`)}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function BaseForm({ info, onSaved }: { readonly info: Info; readonly onSaved: () => void }) {
  const translate = useTranslate()
  const host = useHost()
  const services = usePageServices()
  const form = useRef<HTMLFormElement>(null)
  const [entries, setEntries] = useState<BaseEntries>({
    gender: info.gender ?? 0,
    email: info.email ?? '',
    signature: info.signature ?? '',
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const put = (change: Partial<BaseEntries>) => {
    setEntries((before) => ({ ...before, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }
  const refuse = (found: Readonly<Record<string, string>>) => {
    setErrors(found)
    const [first] = Object.keys(found)
    form.current?.querySelector<HTMLElement>(`[data-name="${first}"]`)?.focus()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const broken = validateBase(entries)
    if (Object.keys(broken).length > 0)
      return refuse(Object.fromEntries(Object.entries(broken).map(([name, text]) => [name, translate(text)])))
    setBusy(true)
    try {
      const { msg } = await host.call('currentUser.saveBaseInfo', {
        ...entries,
        realName: info.realName,
        headIcon: info.headIcon ?? '',
      })
      host.toast('success', msg)
      services.emit('menu.changed')
      onSaved()
    } catch (error) {
      if (error instanceof CallError && error.errors.length > 0)
        refuse(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])))
      else host.toast('error', (error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const text = (name: 'email', more: object = {}) => (
    <Field name={name} label={translate(`@places.field_${name}`)} error={errors[name]}>
      {(input) => (
        <Input {...input} {...more} value={entries[name]} onChange={(value) => put({ [name]: value })} />
      )}
    </Field>
  )
  return (
    <form ref={form} className="loam-profile-form" onSubmit={save} noValidate>
      <Field name="gender" label={translate('@places.field_gender')} error={errors['gender']}>
        {({ id: _id, ...input }) => (
          <Radio.Group {...input} value={entries.gender} onChange={(gender: number) => put({ gender })}>
            {GENDERS.map((gender) => (
              <Radio key={gender} value={gender}>
                {translate(`@places.gender_${gender}`)}
              </Radio>
            ))}
          </Radio.Group>
        )}
      </Field>
      {text('email', { maxLength: 100, inputMode: 'email', autoComplete: 'email' })}
      <Field name="signature" label={translate('@places.field_signature')} error={errors['signature']}>
        {(input) => (
          <Input.TextArea
            {...input}
            maxLength={300}
            showWordLimit
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={entries.signature}
            onChange={(signature) => put({ signature })}
          />
        )}
      </Field>
      <Button type="primary" htmlType="submit" loading={busy}>
        {translate('@places.save')}
      </Button>
    </form>
  )
}

interface FieldInput {
  readonly id: string
  readonly 'data-name': string
  readonly 'aria-label': string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
  readonly status?: 'error'
}

/** A labelled line of the form with what is wrong with it. */
function Field({
  name,
  label,
  error,
  children,
}: {
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly children: (input: FieldInput) => ReactNode
}) {
  const id = useId()
  const wrong = error !== undefined && {
    'aria-invalid': true as const,
    'aria-describedby': `${id}-error`,
    status: 'error' as const,
  }
  return (
    <div className="loam-profile-field">
      <label htmlFor={id}>{label}</label>
      <div>
        {children({ id, 'data-name': name, 'aria-label': label, ...wrong })}
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="loam-profile-error">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
