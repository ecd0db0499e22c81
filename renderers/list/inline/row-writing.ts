export { createFormStore } from '@runtime/form'
export { saveRecord } from '../record-saving'
