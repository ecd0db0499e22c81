import type { Problem } from '@runtime/design/problems'
import type { DesignSession } from '@runtime/design/session'
import { useEffect, useState } from 'react'

/** Milliseconds after the last step: nobody is told of a fault while typing past it. */
const DELAY = 250

const NONE: readonly Problem[] = []

/** What is wrong with the form, a moment after the last step. */
export function useProblems(session: DesignSession): readonly Problem[] {
  const [problems, setProblems] = useState(NONE)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setProblems(session.problems), DELAY)
    }
    later()
    const end = session.onStep(later)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [session])
  return problems
}

/** How many there are: for the badge of the list. */
export function useProblemCount(session: DesignSession): number {
  return useProblems(session).length
}
