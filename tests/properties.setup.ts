import fc from 'fast-check'

/** The gate tries the same values each time; `LOAM_ANY_VALUES=1 npm test -- unit` looks for what else there is to find. */
if (!process.env.LOAM_ANY_VALUES) fc.configureGlobal({ seed: 20_261_129 })
