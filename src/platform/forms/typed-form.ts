/** The fields of a form as they were typed. */
export type Typed = Readonly<Record<string, string>>
/** What is wrong with a field, by its name; 'form' is what is wrong with the whole. */
export type Problems = Readonly<Partial<Record<string, string>>>
/** What came back of a form that was refused: nothing that was typed is lost. */
export type Refused = { readonly typed: Typed; readonly problems: Problems }
