export { RecordPrint } from './record-print'
