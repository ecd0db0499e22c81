import { PeopleCell, PeopleCellEdit, PeopleEdit, PeopleView } from '../shared/picker/people'
import type { Widget } from '../widget'
import { definition, type UserSettings } from './definition'

export const widget: Widget<UserSettings, unknown> = {
  definition,
  Edit: PeopleEdit,
  CellEdit: PeopleCellEdit,
  View: PeopleView,
  Cell: PeopleCell,
}
