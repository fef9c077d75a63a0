/** The package has no types; these cover what is used of it. */
declare module 'html-to-text' {
  export function compile(options: {
    readonly wordwrap: false
    readonly selectors: readonly object[]
  }): (html: string) => string
}
