import type { RecordReach as Shape } from '@services/contract/areas/platform/authority'
import type { Static } from 'typebox'
/** Of whom and of which record of a model it is asked. */
export interface RecordAsked {
  readonly modelId: string
  readonly recordId: string
  readonly userId: string
  readonly isAdministrator: boolean
}

/** The same as it travels, but for the names of the schemes, which authorising knows. */
export type RecordReach = Omit<Static<typeof Shape>, 'schemes'> & {
  readonly schemes: readonly Omit<Static<typeof Shape>['schemes'][number], 'fullName'>[]
}

declare module '../../../../module' {
  interface Services {
    /** Tells by which data schemes a record is reached; whoever has records provides it. @throws ApiError 404 */
    recordReach?: (context: CallContext, asked: RecordAsked) => Promise<RecordReach>
  }
}
