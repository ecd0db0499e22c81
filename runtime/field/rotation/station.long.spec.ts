import { neverAskTooMuch } from './specs/station'

neverAskTooMuch({ slots: 2 })
neverAskTooMuch({ slots: 3, wishes: [['G0'], ['G2'], ['G1']] })
