import { data } from 'react-router'
import type { Route } from './+types/api-reference.ts'
import { apiDescription } from '../../../api/endpoints.server.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'

type Operation = {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly body: string | null
  readonly answer: string | null
  readonly statuses: readonly string[]
}

type Described = {
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

const json = 'application/json'

/** The API reference as a page, generated from the same description as /api/openapi.json. */
export function loader({ context }: Route.LoaderArgs) {
  const { companyName } = context.get(requestContext).brand
  const operations = Object.entries(apiDescription.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const one = described as Described
      const text = (schema: unknown) => (schema === undefined ? null : JSON.stringify(schema, null, 2))
      return {
        method: method.toUpperCase(),
        path,
        summary: one.summary,
        tag: one.tags[0] ?? '',
        parameters: one.parameters.map((parameter) => ({
          name: parameter.name,
          in: parameter.in,
          required: parameter.required,
        })),
        body: text(one.requestBody?.content[json]?.schema),
        answer: text(one.responses['200']?.content?.[json]?.schema),
        statuses: Object.keys(one.responses),
      }
    }),
  )
  return data({ operations, companyName }, { headers: cachedForAll([]) })
}

export const headers = headersOfLoader

export const meta = () => [{ title: 'API reference' }, { name: 'robots', content: 'noindex' }]

export default function ApiReference({ loaderData }: Route.ComponentProps) {
  const tags = [...new Set(loaderData.operations.map((one) => one.tag))]
  return (
    <div className="page">
      <h1>API reference</h1>
      <p>
        The API of the {loaderData.companyName} storefront. Also as OpenAPI 3.1:{' '}
        <a href="/api/openapi.json" data-reload="">
          /api/openapi.json
        </a>
      </p>
      {tags.map((tag) => (
        <section key={tag}>
          <h2>{tag}</h2>
          {loaderData.operations
            .filter((one) => one.tag === tag)
            .map((one) => (
              <details key={`${one.method} ${one.path}`}>
                <summary>
                  <code>
                    {one.method} {one.path}
                  </code>{' '}
                  {one.summary}
                </summary>
                {one.parameters.length > 0 && (
                  <ul>
                    {one.parameters.map((parameter) => (
                      <li key={parameter.name}>
                        <code>{parameter.name}</code> in {parameter.in}
                        {parameter.required ? ', required' : ''}
                      </li>
                    ))}
                  </ul>
                )}
                {one.body !== null && (
                  <>
                    <h3>Body</h3>
                    <pre tabIndex={0}>{one.body}</pre>
                  </>
                )}
                {one.answer !== null && (
                  <>
                    <h3>Answer</h3>
                    <pre tabIndex={0}>{one.answer}</pre>
                  </>
                )}
                <p>Statuses: {one.statuses.join(', ')}</p>
              </details>
            ))}
        </section>
      ))}
    </div>
  )
}
