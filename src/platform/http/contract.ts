import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { Received, Sent } from './json-response.ts'

/** What the compiler knows of calls on both sides of the wire (decision 0054). Types only. */

/** One call, as whoever makes it sees it: what goes along, and what the JSON of a good answer is. */
export type Call = {
  readonly params: object | undefined
  readonly query: object | undefined
  readonly body: unknown
  readonly answer: unknown
  readonly problems: number
}

type InputOf<Schema> = Schema extends z.ZodType ? Sent<z.input<Schema>> : undefined

/** Parameters are text in the end: where a schema takes any text, or reads what it needs out of anything, a number will do. */
type Parameter<Input> = unknown extends Input ? string | number : string extends Input ? Input | number : Sent<Input>

type ParametersOf<Schema> = Schema extends z.ZodType
  ? { readonly [Name in keyof z.input<Schema>]: Parameter<z.input<Schema>[Name]> }
  : undefined

type CallOf<One> =
  One extends Endpoint<infer _Context, infer _Method, infer _Path, infer P, infer Q, infer B, infer A, infer S>
    ? {
        readonly params: ParametersOf<P>
        readonly query: ParametersOf<Q>
        readonly body: InputOf<B>
        readonly answer: A extends z.ZodType ? Received<z.input<A>> : null
        readonly problems: S
      }
    : never

/** The calls of a list of endpoints by method and path: `'GET /api/cart/'`. */
export type CallsOf<One extends { readonly method: string; readonly path: string }> = {
  [Each in One as `${Each['method']} ${Each['path']}`]: CallOf<Each>
}

/** The methods and the paths of calls, as they are declared. */
export type MethodIn<Calls> = keyof Calls extends infer Name ? (Name extends `${infer M} ${string}` ? M : never) : never
export type PathIn<Calls, Method extends string> = keyof Calls extends infer Name
  ? Name extends `${Method} ${infer Path}`
    ? Path
    : never
  : never

/** One of them. */
export type CallIn<Calls, Method extends string, Path extends string> = Calls[`${Method} ${Path}` & keyof Calls]

type Part<Name extends string, Input> = [Input] extends [undefined]
  ? { readonly [Each in Name]?: never }
  : // oxlint-disable-next-line typescript/no-empty-object-type -- whether all of it may be left out
    {} extends Input
    ? { readonly [Each in Name]?: Input }
    : { readonly [Each in Name]: Input }

/** A call that reads a body refuses a request without one, even where every field of it may be left out. */
type BodyPart<Input> = [Input] extends [undefined] ? { readonly body?: never } : { readonly body: Input }

type PartsOf<One> = One extends Call
  ? Part<'params', One['params']> & Part<'query', One['query']> & BodyPart<One['body']>
  : never

/** What goes along with a call: to be given where the schemas require something, else to be left out. */
export type OptionsIn<Calls, Method extends string, Path extends string, More> =
  PartsOf<CallIn<Calls, Method, Path>> extends infer Parts
    ? // oxlint-disable-next-line typescript/no-empty-object-type -- whether all of it may be left out
      {} extends Parts
      ? [options?: Parts & More]
      : [options: Parts & More]
    : never

/** What a good answer to a call carries. */
export type ValueIn<Calls, Method extends string, Path extends string> =
  CallIn<Calls, Method, Path> extends { readonly answer: infer Value } ? Value : never
