import { remindsOnce } from './reminder-kills'

remindsOnce(5)
