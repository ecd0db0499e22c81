import { PeopleCell, PeopleCellEdit, PeopleEdit, PeopleView } from '../shared/picker/people'
import type { Widget } from '../widget'
import { type DepartmentSettings, definition } from './definition'

export const widget: Widget<DepartmentSettings, unknown> = {
  definition,
  Edit: PeopleEdit,
  CellEdit: PeopleCellEdit,
  View: PeopleView,
  Cell: PeopleCell,
}
