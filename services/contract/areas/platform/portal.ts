import { MOST_ROWS, NARROWEST, PORTAL_COLUMNS } from '@runtime/limits'
import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'

const PORTAL = '/api/permission/Users/Current/Portal'

/** Cards of one arrangement. */
export const MOST_CARDS = 100
/** Portals of which one person keeps an arrangement. */
export const MOST_PORTALS = 100

/** The page document and, after a space, the portal's name in it: `pages/home.page.json portal`. */
const Place = Type.String({ minLength: 1, maxLength: 300 })

/** Cards in their order, with their sizes; null: none of one's own. */
const Arrangement = Type.Union([
  Type.Array(
    Type.Object(
      {
        name: Type.String({ pattern: '^[A-Za-z]\\w*$', maxLength: 64 }),
        /** Of twelve. */
        columns: Type.Integer({ minimum: NARROWEST, maximum: PORTAL_COLUMNS }),
        /** Of 40 pixels. */
        rows: Type.Integer({ minimum: 1, maximum: MOST_ROWS }),
      },
      { additionalProperties: false },
    ),
    { maxItems: MOST_CARDS },
  ),
  Type.Null(),
])

/** How a person has arranged the cards of portals, on whichever device. */
export const portalCalls = {
  'currentUser.portal': defineCall({
    name: 'currentUser.portal',
    method: 'GET',
    path: PORTAL,
    summary: 'How one has arranged the cards of a portal; null: as its document has them',
    query: Type.Object({ place: Place }),
    response: Type.Object({ arrangement: Arrangement }),
  }),
  'currentUser.arrangePortal': defineCall({
    name: 'currentUser.arrangePortal',
    method: 'PUT',
    path: PORTAL,
    summary: 'Keep how one has arranged the cards of a portal, or with null forget it',
    body: Type.Object({ place: Place, arrangement: Arrangement }),
    response: Nothing,
  }),
} as const
