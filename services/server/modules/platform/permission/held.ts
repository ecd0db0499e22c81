/** In the place of a person: whoever there is. */
export const EVERYBODY = ''

/** Something that somebody has by who they are and where they stand (`Holdings`). */
export interface Held {
  /** Of what all have alike: `EVERYBODY`. */
  readonly user_id: string
  /** `interface/1234`, `project/demo-1/manage`; of permission sets `set/role-1234`. */
  readonly what: string
}
