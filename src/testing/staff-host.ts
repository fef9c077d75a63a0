import { sql } from 'kysely'
import type { TestShop } from './shop.server.ts'
import type { Visitor } from './shop/visitor.ts'

/** Requests to the staff host, and readers of its responses. */

export const frameAncestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]

export const reminder = { name: 'Call back', notes: 'about the fridge', date: '2026-11-25T01:00:00.000Z' }
export const project = {
  name: 'Kitchen',
  customerName: 'Ana Botha',
  customerEmail: 'Ana@Example.com',
  customerPhone: '0412 345 678',
  lines: [{ sku: 'FR-1', room: 'Kitchen', quantity: 1, price: 2_400 }],
}

export type Made = { id: string; version: number; total: number; lines: { sku: string; price: number }[] }

type AuditRow = {
  act: string
  subject: string
  outcome: string
  before: unknown
  after: unknown
  winning_user_id: string
}

/** The calls and audit log of the shop under test. */
export function staffHostOf(shop: () => TestShop) {
  const audit = async () =>
    (
      await sql<AuditRow>`
      select * from staff_audit order by id`.execute(shop().database.db)
    ).rows
  /** Denials of anonymous requests: in the program's log, not in the audit chain. */
  const lastDenial = () =>
    JSON.parse(shop().logged.findLast((line) => line.includes('a panel was refused')) ?? '{}') as object
  const lastAudit = async () => (await audit()).at(-1)
  const call = (who: Visitor, method: string, path: string, body?: object) =>
    who.staff(method, path, body === undefined ? {} : { body, headers: { 'sec-fetch-site': 'same-origin' } })

  const makeProject = async (who: Visitor, more: object = {}) =>
    (await call(who, 'POST', '/api/projects', { ...project, ...more })).json<Made>()
  const makeReminder = async (who: Visitor, more: object = {}) =>
    (await call(who, 'POST', '/api/reminders', { ...reminder, ...more })).json<{ id: string }>()
  return { audit, lastAudit, lastDenial, call, makeProject, makeReminder }
}

/** Back office pages and forms, as any member of staff. */
export function backOfficeOf(fallback: () => Visitor) {
  type Fields = Readonly<Record<string, string | readonly string[]>>
  return {
    page: (path: string, who = fallback()) => who.staff('GET', path),
    post(path: string, fields: Fields, who = fallback(), headers: Readonly<Record<string, string>> = {}) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(fields))
        for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
      return who.staff('POST', path, {
        raw: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      })
    },
  }
}

/** Unescaped page text. */
export const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
/** The fields of a record's form as a browser would send them. */
export function formOf(html: string): Record<string, string | string[]> {
  const main = /<form[^>]* id="main-form"[^]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields: Record<string, string[]> = {}
  const add = (name: string, value: string) => (fields[name] = [...(fields[name] ?? []), decoded(value)])
  for (const [tag] of main.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const isBox = of('type') === 'checkbox'
    if (of('name') !== undefined && (!isBox || / checked=""/.test(tag)))
      add(decoded(of('name') ?? ''), of('value') ?? '')
  }
  for (const [, name = '', text = ''] of main.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    add(decoded(name), text.replace(/^\n/, ''))
  for (const [, name = '', options = ''] of main.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([^]*?)<\/select>/g))
    add(
      decoded(name),
      /<option[^>]*selected=""[^>]*value="([^"]*)"|<option value="([^"]*)" selected=""/
        .exec(options)
        ?.slice(1)
        .find((one) => one !== undefined) ?? '',
    )
  return fields
}

/** The audit entry that a page offers to undo. */
export const entryOf = (html: string) => /<button(?=[^>]* name="entry")[^>]* value="(\d+)"/.exec(html)?.[1] ?? ''
