/** What a member of a company's data may be. */
export interface CompanyRule {
  /** Characters; absent of a date. */
  readonly most?: number
  /** What it has to match, and what is said when it does not. */
  readonly pattern?: string
  readonly message?: string
}

const MOBILE = { pattern: '^1[3-9]\\d{9}$', message: '@people.mobilePattern' }
const EMAIL = { pattern: '^[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+$', message: '@people.emailPattern' }
/** Digits with the signs that telephone numbers are written with: 0994-2345678, +86 991 1234567, 400-800-1234. */
const TELEPHONE = { pattern: '^\\+?\\d[\\d\\s()-]{4,19}$', message: '@people.companyTelephonePattern' }
const WEB_SITE = '^(https?:\\/\\/)?[^\\s/:.@]+(\\.[^\\s/:.@]+)+(:\\d{1,5})?([/?#]\\S*)?$'

/**
 * What is known of a company beside its name (`propertyJson`, as public clients of 3.5 spell it): who it is, how it is reached,
 * who leads it, its account. Its founding is in milliseconds since 1970; everything else is text.
 */
export const COMPANY_DATA = {
  shortName: { most: 50 },
  enterpriseNature: { most: 50 },
  industry: { most: 50 },
  foundedTime: {},
  telePhone: { most: 30, ...TELEPHONE },
  fax: { most: 30, ...TELEPHONE, message: '@people.companyFaxPattern' },
  webSite: { most: 200, pattern: WEB_SITE, message: '@people.companyWebSitePattern' },
  address: { most: 200 },
  managerName: { most: 50 },
  managerTelePhone: { most: 30, ...TELEPHONE },
  managerMobilePhone: { most: 11, ...MOBILE },
  manageEmail: { most: 100, ...EMAIL },
  bankName: { most: 100 },
  bankAccount: { most: 50, pattern: '^[\\d\\s-]{6,50}$', message: '@people.companyAccountPattern' },
  businessscope: { most: 500 },
} as const satisfies Record<string, CompanyRule>

export type CompanyMember = keyof typeof COMPANY_DATA
export type CompanyData = Readonly<Partial<Record<CompanyMember, string | number>>>

/** Bytes of it as JSON text. */
export const COMPANY_LIMIT = 16_000
