import { ConfigProvider } from '@arco-design/web-react'
import { useContext } from 'react'
import type { EditProps } from '../widget'

export type ControlSize = 'mini' | 'small' | 'default' | 'large'

/** The size that the form around gives its controls. */
export function useControlSize(): ControlSize {
  return useContext(ConfigProvider.ConfigContext).size ?? 'default'
}

/** Name, state and message of a control for assistive technology. */
export function controlAria({
  id,
  label,
  error,
  required,
}: Pick<EditProps<object, unknown>, 'id' | 'label' | 'error' | 'required'>) {
  return {
    'aria-label': label || undefined,
    'aria-invalid': error === null ? undefined : true,
    'aria-required': required || undefined,
    'aria-describedby': error === null ? undefined : `${id}-error`,
  } as const
}

/** The same of a button or a switch, of which ARIA does not say that it is required: its label has the sign. */
export function buttonAria(props: Parameters<typeof controlAria>[0]) {
  return controlAria({ ...props, required: false })
}

/** Class names that apply, in one string. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
