import type { ListPart } from '@runtime/design/list/copies'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { compileColumnData, ListError } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { useMemo } from 'react'
import { useHost } from '../../host'

type Found = { readonly list: ListPlan } | { readonly broken: string }

interface Place {
  readonly session: DesignSession
  readonly form: FormPlan
  readonly part: ListPart
}

/** The list as it is designed; why it cannot be shown. */
export function useListPlan({ session, form, part }: Place, isView: boolean): Found {
  const host = useHost()
  const list = session.tree[part]
  return useMemo(() => {
    try {
      return { list: compileColumnData(list as object, form, { id: `design-${session.id}-${part}`, isView }) }
    } catch (error) {
      if (!(error instanceof ListError)) throw error
      const why = host.text(error.text, error.params)
      return { broken: host.text('@listDesign.broken', { why }) }
    }
  }, [list, form, session, part, isView, host])
}
