import { request } from 'node:http'
import { hostOf, sharedShop } from './shop-process.ts'

/** Requests a listing of the shared shop without a browser. */

/** An app's response; the host is sent as a header, because not every machine resolves names below localhost. */
export function get(
  app: string,
  path: string,
): Promise<{ status: number; location: string | undefined; text: string }> {
  const { port } = sharedShop()
  return new Promise((done, fail) => {
    const headers = { host: `${hostOf(app)}:${port}` }
    request({ host: '127.0.0.1', port: port, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('end', () => done({ status: answer.statusCode ?? 0, location: answer.headers.location, text }))
    })
      .on('error', fail)
      .end()
  })
}

type Facet = { id: string; options: { value: string; label: string; count: number }[] }

/** A facet of a listing. */
export async function facetOf(app: string, id: string, query = 'type=category&uri=kitchen/fridges'): Promise<Facet> {
  const { text } = await get(app, `/api/v2/listing?${query}`)
  const facet = (JSON.parse(text) as { filters: Facet[] }).filters.find((one) => one.id === id)
  if (facet === undefined) throw new Error(`${app} has no facet ${id}`)
  return facet
}
