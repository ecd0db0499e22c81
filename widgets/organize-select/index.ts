import { PeopleCell, PeopleCellEdit, PeopleEdit, PeopleView } from '../shared/picker/people'
import type { Widget } from '../widget'
import { definition, type OrganizeSettings } from './definition'

export const widget: Widget<OrganizeSettings, unknown> = {
  definition,
  Edit: PeopleEdit,
  CellEdit: PeopleCellEdit,
  View: PeopleView,
  Cell: PeopleCell,
}
