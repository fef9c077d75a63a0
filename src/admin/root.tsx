import { useContext, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, type MiddlewareFunction } from 'react-router'
import { adminContext, problemResponse } from './admin-context.server.ts'
import { ThemeContext } from './theme-context.ts'
import { PlainPage, ProblemPage } from './ui/layout/problem-page.tsx'
import './ui/base.css'

/** Pages are not rendered for a request that the host has rejected. */
export const middleware: MiddlewareFunction[] = [
  ({ context }) => {
    const { problem } = context.get(adminContext)
    if (problem !== null) throw problemResponse(problem)
  },
]

export function Layout({ children }: { children: ReactNode }) {
  const given = useContext(ThemeContext)
  const css = given?.css ?? document.querySelector('#theme')?.textContent ?? ''
  return (
    <html lang="en-AU" data-theme={given?.theme ?? document.documentElement.dataset['theme']}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        <Links />
        <style id="theme" nonce={given?.nonce} suppressHydrationWarning>
          {css}
        </style>
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <PlainPage>
      <ProblemPage error={error} />
    </PlainPage>
  )
}
