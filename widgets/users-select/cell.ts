export { PeopleCell as Cell } from '../shared/picker/people/people-cell'
