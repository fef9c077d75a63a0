import { createHash } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { countryOfApp, isAppCode } from '../brands/apps.ts'
import { may } from '../modules/identity/policy.ts'
import type { Office, OfficeProblem, OpenRecord } from '../modules/office/office.server.ts'
import { markOf, zoneOf } from '../modules/office/record-marks.server.ts'
import { countText } from '../modules/office/shown-values.ts'
import { bulkChange, bulkFields, bulkLists } from '../modules/office/bulk.ts'
import { beginBulk, bulkPreview } from '../modules/office/bulk.server.ts'
import { dashboardOf } from '../modules/office/dashboard.server.ts'
import { spans } from '../modules/office/dashboard.ts'
import { dashboardTable, dashboardTables } from '../modules/office/dashboard-tables.ts'
import { csvRow, listWishOf, viewQuery } from '../modules/office/office.ts'
import { BulkPage, RunPage } from '../modules/office/pages/bulk-page.tsx'
import { tableHead } from '../modules/product-import/product-table.server.ts'
import { guessedColumns, tableFields } from '../modules/product-import/product-table.ts'
import { beginImport, importWishOf } from '../modules/office/product-import.server.ts'
import { MappingPage, UploadPage } from '../modules/office/pages/import-page.tsx'
import { DashboardPage } from '../modules/office/pages/dashboard-page.tsx'
import { ListPage } from '../modules/office/pages/list-page.tsx'
import officeStyles from '../modules/office/pages/office.css?raw'
import { Notice, OfficeFrame, type Place } from '../modules/office/pages/office-frame.tsx'
import { RedirectImportPage } from '../modules/office/pages/redirect-import-page.tsx'
import { RecordPage, RelatedTable, type RefusedForm } from '../modules/office/pages/record-page.tsx'
import { importRedirects } from '../modules/office/redirect-import.server.ts'
import { keepUpload, runOf, uploadOf } from '../modules/office/runs-store.server.ts'
import type { OfficeParts, Resource } from '../modules/office/resource.server.ts'
import { appOptions } from '../modules/office/words.ts'
import type { Member } from '../modules/staff/staff.ts'
import { formAfterMove } from '../platform/forms/part-sets.ts'
import { keepFile } from '../modules/catalogue/uploaded-files.server.ts'
import type { KnownFile } from '../platform/files/file-kinds.server.ts'
import type { RecordValues } from '../platform/database/records.ts'
import { minutes } from '../platform/clock.ts'
import { themeHead } from '../app/rendering/theme.server.ts'
import { trimEnd } from '../platform/text/trim-end.ts'

/**
 * The back office's way in: pages with forms at /office of the staff host, for whoever has a session there. They are never in a frame, and
 * work without a line of script but shortcuts.
 */

export type OfficeRequest = {
  readonly member: Member
  readonly url: URL
  /** What a form sent; null for a page that is looked at. */
  readonly form: URLSearchParams | null
  /** A file that came with a form; left out where there is none. */
  readonly upload?: Upload
  /** A picture or document that came with one. */
  readonly file?: SentFile
}

/** What was sent to be kept with a record, or why it was not taken. */
export type SentFile =
  { readonly file: KnownFile; readonly title: string; readonly place: string } | { readonly fault: string }

/** What was uploaded, or why it was not taken. */
export type Upload = { readonly name: string; readonly text: string } | { readonly fault: string }

type Shown = {
  readonly title: string
  readonly body: ReactNode
  readonly status?: 200 | 400 | 403 | 404 | 409
  /** Off where the page brings its own. */
  readonly hasHeading?: false
}
/** `prove`: the member has to give their second factor again first. */
type Answer = Shown | { readonly redirect: string } | { readonly prove: true } | Response

export function createOfficeHost(office: Office, parts: OfficeParts) {
  const styles = `${themeHead('aoc').css}\n${officeStyles}`
  const policy = [
    `default-src 'none'`,
    `script-src '${sha256Of(shortcuts)}'`,
    `style-src '${sha256Of(styles)}'`,
    `img-src 'self' https: data:`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

  async function answer(request: OfficeRequest): Promise<Response | 'prove'> {
    const { member } = request
    await parts.choices.refresh()
    if (!may(member.principal, 'use the office')) {
      await office.refuse(member, 'open the back office', request.url.pathname)
      return page(sorry('You don’t have access to the back office.', 403), request)
    }
    const shown = await shownOf(request)
    if (shown instanceof Response) return shown
    if ('prove' in shown) return 'prove'
    if (!('redirect' in shown)) return page(shown, request)
    return new Response(null, { status: 303, headers: { location: shown.redirect, 'cache-control': 'no-store' } })
  }

  async function shownOf(request: OfficeRequest): Promise<Answer> {
    const { member, url } = request
    const [, , place = '', ...rest] = trimEnd(url.pathname, '/').split('/')
    if (place === '') return dashboard(request)
    if (place === 'dashboard.csv') return dashboardCsv(request)
    if (place === 'find') return find(request)
    if (place === 'bulk') return bulk(request)
    if (place === 'runs') return run(request, rest[0] ?? '')
    if (place === 'import') return importPage(request, rest[0] ?? null)
    if (place === 'redirect-import') return redirectImport(request)
    const isCsv = place.endsWith('.csv')
    const resource = office.resource(isCsv ? place.slice(0, -4) : place)
    const isFiles = rest.length === 2 && rest[1] === 'files' && resource?.files !== undefined
    if (resource === null || (rest.length > 1 && !isFiles)) return sorry('There is no such page.', 404)
    if (!may(member.principal, resource.see)) {
      await office.refuse(member, `see ${resource.title.toLowerCase()}`, resource.name)
      return sorry(`${resource.title} are not yours to see.`, 403)
    }
    if (isCsv) return csvOf(request, resource)
    const [key] = rest
    if (key === undefined) return list(request, resource)
    if (isFiles) return takeFile(request, resource, decoded(key))
    return key === 'new' ? fresh(request, resource) : record(request, resource, decoded(key))
  }

  async function list({ member, url, form }: OfficeRequest, resource: Resource): Promise<Answer> {
    const query = url.searchParams
    const base = `/office/${resource.name}`
    if (form !== null) {
      const act = form.get('act')
      if (act === 'keep-view' && (form.get('name') ?? '').trim() !== '')
        await office.views.keep(member, resource, form.get('name') ?? '', query)
      else if (act === 'forget-view') await office.views.forget(member, uuidOf(form.get('view')))
      else if (act === 'undo') {
        const undone = await office.undo(member, resource, Number(form.get('entry')))
        if (!undone.ok) return problemPage(undone.problem, resource)
        return { redirect: undone.value === null ? base : `${base}/${encodeURIComponent(undone.value)}?done=undo` }
      } else return sorry('There is no such page.', 404)
      return { redirect: `${base}${url.search}` }
    }
    const page = await office.list(resource, query)
    const last = query.get('done') === 'remove' ? await office.lastOf(member, resource) : null
    return {
      title: resource.title,
      body: (
        <ListPage
          face={resource}
          overview={resource.overview?.() ?? []}
          page={page}
          countText={countText(page.count)}
          wish={listWishOf(query, resource)}
          query={query}
          views={await office.views.of(member, resource)}
          viewQueryText={viewQuery(query, resource)}
          mayChange={may(member.principal, resource.change)}
          hasNew={resource.create !== undefined}
          hasCsv={resource.csv === undefined || may(member.principal, resource.csv)}
          ways={(resource.ways ?? []).filter(({ act }) => may(member.principal, act))}
          timeZone={zoneOf(resource, member, {})}
          notice={
            last === null
              ? null
              : {
                  text: `The ${resource.one} is gone.`,
                  undo: resource.create !== undefined && last.after === null ? last.id : null,
                }
          }
        />
      ),
    }
  }

  async function fresh({ member, form }: OfficeRequest, resource: Resource): Promise<Answer> {
    if (resource.create === undefined) return sorry('There is no such page.', 404)
    if (!may(member.principal, resource.change)) {
      await office.refuse(member, `create ${resource.one}`, resource.name)
      return sorry(`You may not create a ${resource.one}.`, 403)
    }
    let refused: RefusedForm | null = null
    const moved = form === null ? null : movedForm(form, resource, null)
    if (moved !== null) refused = { form: moved, action: null, faults: [], conflict: null }
    else if (form !== null) {
      const made = await office.create(member, resource, form)
      if (made.ok) return { redirect: `/office/${resource.name}/${encodeURIComponent(made.value)}?done=create` }
      if (made.problem.code !== 'validation') return problemPage(made.problem, resource)
      refused = { form, action: null, faults: made.problem.faults, conflict: null }
    }
    return {
      title: `New ${resource.one}`,
      status: refused === null || moved !== null ? 200 : 400,
      body: (
        <RecordPage
          resource={resource}
          record={null}
          fields={resource.fields(null)}
          mayChange
          actions={[]}
          related={[]}
          history={[]}
          refused={refused}
          notice={null}
          timeZone={zoneOf(resource, member, form === null ? {} : Object.fromEntries(form))}
          markOf={markOf}
          shopHref={null}
        />
      ),
    }
  }

  async function record({ member, url, form }: OfficeRequest, resource: Resource, key: string): Promise<Answer> {
    const here = `/office/${resource.name}/${encodeURIComponent(key)}`
    let refused: RefusedForm | null = null
    let status: 200 | 400 | 409 = 200
    const moved = form === null ? null : movedForm(form, resource, (await office.open(resource, key))?.values ?? null)
    if (moved !== null) {
      const unsaved = { form: moved, action: null, faults: [], conflict: null }
      return shownRecord(member, resource, key, { refused: unsaved, status: 200, done: null })
    }
    if (form !== null) {
      const act = form.get('act') ?? ''
      const action = (resource.actions ?? []).find(({ name }) => name === act)
      const result =
        act === 'save'
          ? await office.save(member, resource, key, form)
          : act === 'remove'
            ? await office.remove(member, resource, key, form.get('version') ?? '')
            : act === 'undo'
              ? await office.undo(member, resource, Number(form.get('entry')))
              : action === undefined
                ? null
                : await office.act(member, resource, key, action, form)
      if (result === null) return sorry('There is no such page.', 404)
      if (result.ok) {
        if (act === 'remove' || (act === 'undo' && result.value === null))
          return { redirect: `/office/${resource.name}?done=${act}` }
        // What an action settled may be on its list no more.
        const isThere = action === undefined || (await office.open(resource, key)) !== null
        return { redirect: `${isThere ? here : `/office/${resource.name}`}?done=${act}` }
      }
      const { problem } = result
      if (problem.code === 'not_allowed' || problem.code === 'not_found' || problem.code === 'stale')
        return problemPage(problem, resource)
      status = problem.code === 'validation' ? 400 : 409
      refused = {
        form,
        action: action?.name ?? (act === 'save' ? null : act),
        faults: problem.code === 'validation' ? problem.faults : [],
        conflict: problem.code === 'changed_meanwhile' ? problem : null,
      }
    }
    return shownRecord(member, resource, key, {
      refused,
      status,
      done: form === null ? url.searchParams.get('done') : null,
    })
  }

  async function shownRecord(
    member: Member,
    resource: Resource,
    key: string,
    { refused, status, done }: { refused: RefusedForm | null; status: 200 | 400 | 409; done: string | null },
  ): Promise<Answer> {
    const open = await office.open(resource, key)
    if (open === null) return sorry(`There is no such ${resource.one}.`, 404)
    const history = await office.history(resource, key)
    const said = doneText(done, resource)
    const [last] = history
    const isMine = last?.accountId === member.principal.userId && last.outcome === 'done'
    const canUndo = isMine && done === 'save' && last.before !== null && last.after !== null
    return {
      title: resource.nameOf(open.values) || resource.one,
      status,
      body: (
        <RecordPage
          resource={resource}
          record={open}
          fields={resource.fields(open.values)}
          mayChange={may(member.principal, resource.change)}
          actions={(resource.actions ?? []).filter(
            (action) => may(member.principal, action.act) && action.isOffered(open.values),
          )}
          related={(await resource.related?.(key, open.values)) ?? []}
          history={history}
          refused={refused}
          notice={said === null ? null : { text: said, undo: canUndo ? last.id : null }}
          timeZone={zoneOf(resource, member, open.values)}
          markOf={markOf}
          shopHref={shopHref(resource, member, open)}
        />
      ),
    }
  }

  /** A form in which things of a field were moved and nothing is to be saved; null for any other. */
  function movedForm(form: URLSearchParams, resource: Resource, values: RecordValues | null): URLSearchParams | null {
    const fields = resource.fields(values)
    return formAfterMove(form, (name) => {
      const field = fields.find((one) => one.name === name)
      return field?.kind === 'items' ? field.set : null
    })
  }

  /** Keeps a picture or document with a record; it is written and logged like any other change of it. */
  async function takeFile({ member, file }: OfficeRequest, resource: Resource, key: string): Promise<Answer> {
    const here = `/office/${resource.name}/${encodeURIComponent(key)}`
    if (file === undefined) return { redirect: here }
    if (!may(member.principal, resource.change)) {
      await office.refuse(member, `upload to ${resource.one}`, `${resource.name} ${key}`)
      return sorry(`You may not change ${resource.title.toLowerCase()}.`, 403)
    }
    const refuse = (message: string): Promise<Answer> => {
      const refused = {
        form: new URLSearchParams(),
        action: 'upload',
        faults: [{ field: 'file', message }],
        conflict: null,
      }
      return shownRecord(member, resource, key, { refused, status: 400, done: null })
    }
    if ('fault' in file) return refuse(file.fault)
    const now = (await office.open(resource, key))?.values
    if (now === undefined) return sorry(`There is no such ${resource.one}.`, 404)
    if (resource.filePlaces?.(now).every(({ value }) => value !== file.place) === true)
      return refuse('Please choose where it goes.')
    const address = await keepFile(parts.database.db, file.file, parts.clock.now())
    const named = (before: RecordValues) => resource.files?.(before, address, file) ?? {}
    if (Object.keys(named(now)).length === 0) return refuse('Such a file cannot go there. Please choose another place.')
    const kept = await office.set(member, resource, key, named)
    if (kept.ok) return { redirect: `${here}?done=save` }
    return kept.problem.code === 'validation'
      ? refuse(kept.problem.faults.map(({ message }) => message).join(' '))
      : problemPage(kept.problem, resource)
  }

  function shopHref(resource: Resource, member: Member, { values }: OpenRecord): string | null {
    const path = resource.shopPath?.(values) ?? null
    const app = String(values['app'] ?? '')
    return path === null ? null : new URL(path, parts.shopAddress(isAppCode(app) ? app : member.brand.app)).href
  }

  async function dashboard({ member, url, form }: OfficeRequest): Promise<Answer> {
    if (form !== null) return sorry('There is no such page.', 404)
    const asked = askedOf(member, url.searchParams)
    return {
      title: 'Dashboard',
      body: (
        <DashboardPage
          dashboard={await dashboardOf(parts, member, asked)}
          {...asked}
          spans={spans}
          apps={appOptions.filter(({ value }) => isAppCode(value) && countryOfApp[value] === member.brand.country)}
          mayWatch={may(member.principal, 'watch the machine')}
        />
      ),
    }
  }

  async function dashboardCsv({ member, url }: OfficeRequest): Promise<Answer> {
    if (office.isStale(member, 'download')) return { prove: true }
    const what = dashboardTables.find((one) => one === url.searchParams.get('what')) ?? 'sales'
    const { columns, rows } = dashboardTable(await dashboardOf(parts, member, askedOf(member, url.searchParams)), what)
    return csvAnswer(`dashboard-${what}`, [columns, ...rows].map((row) => csvRow(row)).join(''))
  }

  /** One field finds what somebody has in their hand: an order's number, a SKU, an address of mail. */
  async function find({ url }: OfficeRequest): Promise<Answer> {
    const q = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
    const places = ['orders', 'products', 'customers'].flatMap((name) => office.resource(name) ?? [])
    const found = []
    for (const resource of q === '' ? [] : places) {
      const page = await office.list(resource, new URLSearchParams({ q }))
      const [only] = page.records
      const isExact =
        only !== undefined &&
        page.count === 1 &&
        resource.columns.some(({ name }) => String(only.values[name] ?? '').toLowerCase() === q.toLowerCase())
      if (isExact) return { redirect: `/office/${resource.name}/${encodeURIComponent(only.key)}` }
      found.push({
        title: resource.title,
        columns: resource.columns.slice(0, 3).map(({ label }) => label),
        empty: 'Nothing found.',
        rows: page.records.slice(0, 10).map(({ key, values }) =>
          resource.columns.slice(0, 3).map(({ name }, at) => {
            const text = String(values[name] ?? '–')
            return at === 0 ? { text, href: `/office/${resource.name}/${encodeURIComponent(key)}` } : text
          }),
        ),
      })
    }
    return {
      title: q === '' ? 'Find' : `Found for ‘${q}’`,
      body: (
        <>
          {q === '' && <p className="empty">Type an order number, a SKU, a title or an e-mail address above.</p>}
          {found.map((one) => (
            <RelatedTable key={one.title} related={one} />
          ))}
        </>
      ),
    }
  }

  async function bulk({ member, url, form }: OfficeRequest): Promise<Answer> {
    const { searchParams: query } = url
    const lists = bulkLists
      .flatMap((name) => office.resource(name) ?? [])
      .filter((one) => may(member.principal, one.change))
    const asked = query.get('list')
    const resource = asked === null ? lists[0] : lists.find(({ name }) => name === asked)
    if (resource === undefined) {
      await office.refuse(member, 'change many', 'bulk')
      return sorry('You may not change many at once.', 403)
    }
    const fields = bulkFields(resource)
    const field = fields.find(({ name }) => name === query.get('field')) ?? null
    const timeZone = zoneOf(resource, member, {})
    const made = form === null || field === null ? null : bulkChange(field, form, timeZone)
    const kept = viewQuery(query, resource)
    const wish =
      made?.ok === true && field !== null && form !== null ? { query, field, form, change: made.value } : null
    if (wish !== null && form?.get('act') === 'apply') {
      const { id, finished } = await beginBulk(parts, office, member, resource, wish)
      await office.note(member, 'change many', resource.name, { field: wish.field.name, filter: kept, run: id })
      finished.catch((error: unknown) =>
        parts.log.error({ err: error, run: id }, 'many changes at once were broken off'),
      )
      return { redirect: `/office/runs/${id}` }
    }
    const preview = wish === null ? null : await bulkPreview(parts, resource, wish)
    const count = countText(await resource.records.count(parts.database.db, listWishOf(query, resource)))
    return {
      title: 'Change many',
      status: made?.ok === false ? 400 : 200,
      body: (
        <BulkPage
          lists={lists.map(({ name, title }) => ({ value: name, label: title }))}
          list={resource.name}
          title={resource.title}
          faults={made?.ok === false ? made.problem : []}
          {...{ fields, field, kept, count, form, preview, timeZone }}
        />
      ),
    }
  }

  async function run({ member }: OfficeRequest, name: string): Promise<Answer> {
    const isCsv = name.endsWith('.csv')
    const found = await runOf(parts.database.db, member.principal.userId, uuidOf(isCsv ? name.slice(0, -4) : name))
    if (found === null) return sorry('There is no such work of yours.', 404)
    if (isCsv) {
      const rows = found.faults.map(({ key, name: of, message }) => csvRow([key, of, message]))
      return csvAnswer('refused', [csvRow(['Key', 'Of', 'Why']), ...rows].join(''))
    }
    const isStuck = found.finishedAt === null && parts.clock.now().getTime() - found.beatAt.getTime() > minutes(2)
    return { title: found.title, body: <RunPage run={found} isStuck={isStuck} /> }
  }

  async function importPage({ member, form, upload }: OfficeRequest, id: string | null): Promise<Answer> {
    if (!may(member.principal, 'set prices')) {
      await office.refuse(member, 'import products', 'products')
      return sorry('You may not import products: they bring prices.', 403)
    }
    const { db } = parts.database
    if (id === null) {
      if (upload === undefined || 'fault' in upload)
        return {
          title: 'Import products',
          status: upload === undefined ? 200 : 400,
          body: <UploadPage fault={upload?.fault ?? null} />,
        }
      if ((await tableHead(upload.text)) === null)
        return {
          title: 'Import products',
          status: 400,
          body: <UploadPage fault="This is not a table with a heading and at least two columns." />,
        }
      const kept = { ...upload, id: parts.ids.uuid(), accountId: member.principal.userId, now: parts.clock.now() }
      await keepUpload(db, kept)
      return { redirect: `/office/import/${kept.id}` }
    }
    const kept = await uploadOf(db, member.principal.userId, uuidOf(id))
    const head = kept === null ? null : await tableHead(kept.text)
    if (kept === null || head === null)
      return sorry('There is no such upload of yours. Uploads are kept for a day.', 404)
    const wish = form === null ? null : importWishOf(parts, form, head.columns)
    if (wish?.ok === true) {
      const { id: run, finished } = await beginImport(parts, member, kept, wish.value)
      if (!wish.value.isTrial)
        await office.note(member, 'import products', 'products', { file: kept.name, run, apps: wish.value.apps })
      finished.catch((error: unknown) => parts.log.error({ err: error, run }, 'an import was broken off'))
      return { redirect: `/office/runs/${run}` }
    }
    const typed = (name: string) => form?.get(name) ?? ''
    return {
      title: 'Name the columns',
      status: wish === null ? 200 : 400,
      body: (
        <MappingPage
          id={kept.id}
          name={kept.name}
          head={head}
          columns={
            form === null
              ? guessedColumns(head.columns)
              : Object.fromEntries(Object.keys(tableFields).map((field) => [field, typed(`column:${field}`)]))
          }
          categories={parts.catalogue.categories.map(({ uri, title }) => ({ value: uri, label: `${title} – ${uri}` }))}
          category={typed('category')}
          apps={appOptions}
          chosenApps={form?.getAll('apps') ?? [member.brand.app]}
          faults={wish?.ok === false ? wish.problem : []}
        />
      ),
    }
  }

  /** Addresses that have moved, from a spreadsheet: all that can be kept are, and those that cannot are named with their line. */
  async function redirectImport({ member, form }: OfficeRequest): Promise<Answer> {
    const resource = office.resource('redirects')
    if (resource === null || !may(member.principal, resource.change)) {
      await office.refuse(member, 'import redirects', 'redirects')
      return sorry('You may not import redirects.', 403)
    }
    const text = form?.get('rows') ?? ''
    const result = form === null ? null : await importRedirects(office, member, resource, text)
    return {
      title: 'Import redirects',
      status: result !== null && result.faults.length > 0 ? 400 : 200,
      body: <RedirectImportPage result={result} />,
    }
  }

  async function csvOf({ member, url, form }: OfficeRequest, resource: Resource): Promise<Answer> {
    if (form !== null) return sorry('There is no such page.', 404)
    if (office.isStale(member, 'download')) return { prove: true }
    if (resource.csv !== undefined) {
      if (!may(member.principal, resource.csv)) {
        await office.refuse(member, 'download', resource.name)
        return sorry(`You may not download ${resource.title.toLowerCase()}.`, 403)
      }
      await office.note(member, 'download', resource.name, { query: viewQuery(url.searchParams, resource) })
    }
    const rows = office.csv(resource, url.searchParams)
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await rows.next()
        if (done === true) controller.close()
        else controller.enqueue(new TextEncoder().encode(value))
      },
    })
    return csvAnswer(resource.name, body)
  }

  function placesOf(member: Member): readonly Place[] {
    const lists = office.resources
      .filter(({ see }) => may(member.principal, see))
      .map(({ title, name, section }) => ({ title, href: `/office/${name}`, section }))
    return [{ title: 'Dashboard', href: '/office', section: 'Start' }, ...lists]
  }

  function page({ title, body, status = 200, hasHeading }: Shown, { member, url }: OfficeRequest): Response {
    const [, , place = ''] = url.pathname.split('/')
    const html = renderToStaticMarkup(
      <OfficeFrame
        title={hasHeading === false ? '' : title}
        places={placesOf(member)}
        here={place === '' ? '/office' : `/office/${place}`}
        who={member.firstName}
        shop={member.principal.winningUserId}
        search={place === 'find' ? (url.searchParams.get('q') ?? '') : ''}
      >
        {body}
      </OfficeFrame>,
    )
    const text = `<!DOCTYPE html><html lang="en-AU" data-theme="aoc"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)} – Back office</title><style>${styles}</style></head><body>${html}<script>${shortcuts}</script></body></html>`
    return new Response(text, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'private, no-store',
      },
    })
  }

  return { answer }
}

const askedOf = (member: Member, query: URLSearchParams) => {
  const app = query.get('app') ?? ''
  const span = Number(query.get('days'))
  return {
    span: spans.find((one) => one === span) ?? 30,
    app: isAppCode(app) && countryOfApp[app] === member.brand.country ? app : null,
  }
}

const csvAnswer = (name: string, body: ReadableStream<Uint8Array> | string): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  })

function problemPage(problem: OfficeProblem, resource: Resource): Shown | { readonly prove: true } {
  switch (problem.code) {
    case 'stale':
      return { prove: true }
    case 'not_allowed':
      return sorry(`You may not change ${resource.title.toLowerCase()}.`, 403)
    case 'not_found':
      return sorry('It is not there any more.', 404)
    case 'changed_meanwhile':
      return sorry('It has been changed since. Nothing was taken back.', 409)
    case 'validation':
      return sorry(problem.faults.map(({ message }) => message).join(' '), 400)
  }
}

function doneText(done: string | null, { one, actions = [] }: Resource): string | null {
  if (done === 'save') return 'Saved. The shop shows it now.'
  if (done === 'create') return `The ${one} is made.`
  if (done === 'undo') return 'Taken back: it is as it was before.'
  const action = actions.find(({ name }) => name === done)
  return action === undefined ? null : `Done: ${action.label.toLowerCase()}.`
}

const sorry = (text: string, status: 400 | 403 | 404 | 409): Shown => ({
  title: status === 403 ? 'Not allowed' : status === 404 ? 'Not found' : 'Not done',
  status,
  body: (
    <Notice kind="wrong">
      <p>{text}</p>
    </Notice>
  ),
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const uuidOf = (text: string | null): string =>
  /^[0-9a-f-]{36}$/.test(text ?? '') ? (text ?? '') : '00000000-0000-0000-0000-000000000000'

/** What is being worked on is looked at again, '/' goes to the search, Ctrl or Command with S saves, and a form that was typed into is not left unasked. */
const shortcuts = `{if(document.querySelector('[data-reload]'))setTimeout(()=>location.reload(),1000);const f=document.querySelector('form[data-main]');let typed=false;f?.addEventListener('input',()=>{typed=true});f?.addEventListener('submit',()=>{typed=false});addEventListener('beforeunload',e=>{if(typed)e.preventDefault()});addEventListener('keydown',e=>{if((e.ctrlKey||e.metaKey)&&e.key==='s'&&f?.querySelector('[type=submit]')){e.preventDefault();f.requestSubmit()}if(e.key==='/'&&!/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName??'')){e.preventDefault();document.getElementById('find')?.focus()}});document.querySelector('[role=alert]')?.scrollIntoView({block:'center'});document.querySelector('[data-focus]')?.focus()}`

const sha256Of = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
