export { explainField, hiddenFields, type Reason } from './explain'
export { memberAt } from './names'
