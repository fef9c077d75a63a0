/** JSON bodies whose type is known to the compiler. */

declare const body: unique symbol

/** A response with the JSON of such a value as its body. */
export type JsonResponse<Value> = Response & { readonly [body]: Value }

/**
 * A value as it may be handed over to be sent: nobody changes it on the way, so that read-only lists are as good as others.
 */
export type Sent<Value> = Value extends object ? { readonly [Key in keyof Value]: Sent<Value[Key]> } : Value

/** What is received where such a value was sent: JSON has no undefined, and leaves a property out instead. */
export type Received<Value> = Value extends object
  ? { [Key in keyof Value]: Received<Exclude<Value[Key], undefined>> }
  : Value

/** Its type comes from where it is returned to, so that an answer with too little or too much of its schema does not compile. */
export const jsonResponse = <Value>(value: NoInfer<Value>, init?: ResponseInit): JsonResponse<Value> =>
  Response.json(value, init) as JsonResponse<Value>
