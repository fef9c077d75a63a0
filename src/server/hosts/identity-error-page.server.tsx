import { renderToStaticMarkup } from 'react-dom/server'
import { firstMessage } from '../../platform/http/problem.ts'

export const unavailableText = 'Service currently unavailable. Please try again later'

/**
 * A browser that posts a form displays the response: a page with the problem's message and a link. Other clients get the problem itself.
 */
export async function asErrorPage(request: Request, refused: Response): Promise<Response> {
  if (!(request.headers.get('accept') ?? '').includes('text/html')) return refused
  const page = <ErrorPage text={firstMessage(await refused.json(), unavailableText)} />
  refused.headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, {
    status: refused.status,
    headers: refused.headers,
  })
}

const ErrorPage = ({ text }: { readonly text: string }) => (
  <html lang="en">
    <head>
      <title>Log in</title>
      <meta name="viewport" content="width=device-width" />
    </head>
    <body>
      <main>
        <h1>Log in</h1>
        <p role="alert">{text}</p>
        <p>Please go back to the shop.</p>
      </main>
    </body>
  </html>
)
