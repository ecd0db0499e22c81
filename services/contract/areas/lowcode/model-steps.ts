import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams } from '../../envelope'
import { Flag } from '../../fields'
import { CARRIED_NESTING, MODEL_BODY_LIMIT } from '../../limits'

const BASE = '/api/visualdev/Base'

/** Steps that one call may bring. */
export const MOST_STEPS = 500
/** Seconds after which a designer that has said nothing is no longer there. */
export const PRESENCE_SECONDS = 45

/**
 * What a step is to the history of its person: `do` a new one; `more` what is typed on in the setting of the last one; `undo`
 * and `redo` of their last one; `whole` a save of whole texts.
 */
const SentKind = Type.Union([
  Type.Literal('do'),
  Type.Literal('more'),
  Type.Literal('undo'),
  Type.Literal('redo'),
])
const StepKind = Type.Union([...SentKind.anyOf, Type.Literal('whole')])

/** Made up by the sender, unique in its model: a step that is sent twice is carried out once. */
const StepKey = Type.String({ minLength: 1, maxLength: 64 })

/** A step as it is kept. */
export const StoredStep = Type.Object({
  /** The version of the draft after it. */
  number: Type.Integer(),
  kind: StepKind,
  key: Type.String(),
  /** Lossless JSON text of a command (`runtime/design/command`); empty where it is too long, or none can say it. */
  command: Type.String(),
  inverse: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
})

/** Calls of the designer: the steps that a draft is made in, and who else is at it. */
export const modelStepCalls = {
  'visualDevelopment.step': defineCall({
    name: 'visualDevelopment.step',
    method: 'POST',
    path: `${BASE}/:id/Steps`,
    summary: 'Carries out steps of the designer on a model’s draft and keeps them; all or none',
    params: IdParams,
    body: Type.Object({
      /** The version that the steps were made from; where the draft has moved on they are refused with 409. */
      draftVersion: Type.Integer({ minimum: 0 }),
      steps: Type.Array(
        Type.Object({
          key: StepKey,
          kind: SentKind,
          command: Type.String({ minLength: 1, maxLength: MODEL_BODY_LIMIT }),
        }),
        { minItems: 1, maxItems: MOST_STEPS },
      ),
    }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    response: Type.Object({
      /** The version after these steps, also where others have been taken since. */
      draftVersion: Type.Integer(),
      /** The version after each; a step without effect is not kept, and has that of the one before it. */
      steps: Type.Array(Type.Object({ key: Type.String(), number: Type.Integer() })),
    }),
  }),
  'visualDevelopment.steps': defineCall({
    name: 'visualDevelopment.steps',
    method: 'GET',
    path: `${BASE}/:id/Steps`,
    summary: 'Steps that a model’s draft was made in, the newest first',
    params: IdParams,
    query: Type.Object({
      /** The oldest that is known; older ones are answered. */
      before: Type.Optional(Type.Integer({ minimum: 0 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      /** 1: one's own alone, of which alone `hasMore` tells then. */
      own: Type.Optional(Flag),
    }),
    response: Type.Object({ list: Type.Array(StoredStep), hasMore: Type.Boolean() }),
  }),
  'visualDevelopment.present': defineCall({
    name: 'visualDevelopment.present',
    method: 'POST',
    path: `${BASE}/:id/Actions/Presence`,
    summary: 'Says that somebody is at a model’s draft, and answers who else is',
    params: IdParams,
    body: Type.Object({
      tab: Type.String({ minLength: 1, maxLength: 64 }),
      /** 1: it is left. */
      leaves: Type.Optional(Flag),
    }),
    response: Type.Object({
      list: Type.Array(Type.Object({ userId: Type.String(), userName: Type.String(), tab: Type.String() })),
      draftVersion: Type.Integer(),
    }),
  }),
} as const
