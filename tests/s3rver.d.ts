/** What we use of the S3 service that specs run against; it brings no types. */
declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly unknown[] }[]
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
