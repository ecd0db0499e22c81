import type { FormRecord } from '@runtime/form/plan'
import { useMemo, useRef } from 'react'

/** The same object while its content is the same: a new one would load the form again. */
export function useStable(record: FormRecord): FormRecord {
  const text = JSON.stringify(record)
  const last = useRef({ text, record })
  return useMemo(() => {
    if (last.current.text !== text) last.current = { text, record: JSON.parse(text) as FormRecord }
    return last.current.record
  }, [text])
}
