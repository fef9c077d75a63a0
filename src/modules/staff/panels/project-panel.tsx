import { plainDay, type Day } from '../../../platform/calendar.ts'
import type { PricedProject } from '../projects.ts'
import { projectStatuses } from '../staff.ts'
import { Field, money, PanelFrame, type Refused } from './panel-frame.tsx'

/** The projects that a salesperson may see, to search, open and begin. */
export function ProjectListPanel({
  salesperson,
  projects,
  totalCount,
  page,
  search,
  email,
  dayOf,
  notice,
  refused,
}: {
  salesperson: string
  projects: readonly PricedProject[]
  totalCount: number
  page: number
  search: string
  email: string | null
  dayOf: (at: Date) => Day
  notice: string | null
  refused: Refused | null
}) {
  const at = (query: Readonly<Record<string, string>>) =>
    `/panel/project?${new URLSearchParams({ salesperson, ...query }).toString()}`
  const kept = { ...(search === '' ? {} : { search }), ...(email === null ? {} : { email }) }
  const isLast = (page + 1) * 20 >= totalCount
  return (
    <PanelFrame title="Projects" where="projects" salesperson={salesperson} notice={notice} refused={refused}>
      <form method="get" action="/panel/project" className="inline" role="search">
        <input type="hidden" name="salesperson" value={salesperson} />
        <Field
          label="Project, customer, email or phone"
          name="search"
          type="search"
          value={search}
          maxLength={100}
          refused={null}
        />
        <button className="button quiet">Search</button>
      </form>
      {email !== null && (
        <p>
          Projects of <strong>{email}</strong>. <a href={at({})}>Show all</a>
        </p>
      )}
      {projects.length === 0 ? (
        <p className="soft">
          {search === '' && email === null ? 'There are no projects yet.' : 'No project is like that.'}
        </p>
      ) : (
        <ul className="entries">
          {projects.map((one) => (
            <li key={one.id}>
              <a href={at({ id: one.id })}>
                <strong>{one.name}</strong>
              </a>{' '}
              <span className="tag" data-status={one.status}>
                {one.status}
              </span>
              <small>
                {one.customerName === '' ? 'No customer yet' : one.customerName} · {money(one.total)} ·{' '}
                {plainDay(dayOf(one.updatedAt))}
              </small>
            </li>
          ))}
        </ul>
      )}
      {totalCount > 20 && (
        <p className="pages">
          {page > 0 && <a href={at({ ...kept, page: String(page - 1) })}>Newer</a>}{' '}
          {!isLast && <a href={at({ ...kept, page: String(page + 1) })}>Older</a>}
        </p>
      )}
      <details open={refused !== null || totalCount === 0}>
        <summary>New project</summary>
        <form method="post" action={at({})}>
          <input type="hidden" name="act" value="create" />
          <CustomerFields project={null} email={email} refused={refused} />
          <button className="button">Create project</button>
        </form>
      </details>
    </PanelFrame>
  )
}

function CustomerFields({
  project,
  email = null,
  refused,
}: {
  project: PricedProject | null
  email?: string | null
  refused: Refused | null
}) {
  return (
    <>
      <Field
        label="Name of the project"
        name="name"
        value={project?.name ?? ''}
        maxLength={120}
        refused={refused}
        required
      />
      <Field
        label="Customer"
        name="customerName"
        value={project?.customerName ?? ''}
        maxLength={120}
        refused={refused}
      />
      <Field
        label="Customer's email"
        name="customerEmail"
        type="email"
        value={project?.customerEmail ?? email ?? ''}
        maxLength={254}
        refused={refused}
      />
      <Field
        label="Customer's phone"
        name="customerPhone"
        type="tel"
        value={project?.customerPhone ?? ''}
        maxLength={20}
        refused={refused}
      />
    </>
  )
}

/** One project: whose it is, what goes where, at which prices. */
export function ProjectPanel({
  salesperson,
  project,
  discountPercent,
  notice,
  refused,
}: {
  salesperson: string
  project: PricedProject
  discountPercent: number
  notice: string | null
  refused: Refused | null
}) {
  const action = `/panel/project?${new URLSearchParams({ salesperson, id: project.id }).toString()}`
  const ofForm = (act: string) => (refused?.values.get('act') === act ? refused : null)
  const version = <input type="hidden" name="version" value={project.version} />
  return (
    <PanelFrame title={project.name} where="projects" salesperson={salesperson} notice={notice} refused={refused}>
      <p className="soft">
        {project.customerName === '' ? 'No customer yet' : project.customerName}
        {project.customerEmail !== null && (
          <>
            {' '}
            ·{' '}
            <a href={`/panel/project?${new URLSearchParams({ salesperson, email: project.customerEmail }).toString()}`}>
              {project.customerEmail}
            </a>
          </>
        )}{' '}
        <span className="tag" data-status={project.status}>
          {project.status}
        </span>
      </p>

      <form method="post" action={action}>
        <input type="hidden" name="act" value="lines" />
        {version}
        <ProjectLines project={project} refused={ofForm('lines')} />
        <details open={project.lines.length === 0 || ofForm('lines')?.values.get('new_sku') ? true : undefined}>
          <summary>Add a product</summary>
          <Field label="SKU" name="new_sku" maxLength={60} refused={ofForm('lines')} />
          <Field label="Room" name="new_room" maxLength={60} refused={ofForm('lines')} />
          <Field
            label="Quantity"
            name="new_quantity"
            type="number"
            min={1}
            max={99}
            value="1"
            refused={ofForm('lines')}
          />
        </details>
        <p className="total">
          Total <strong>{money(project.total)}</strong>
        </p>
        <p className="soft">
          You may take off up to {discountPercent} % of what the shop asks, but not of a maker's price.
        </p>
        <button className="button">Save products</button>
      </form>

      {project.lines.length > 0 && (
        <div className="actions">
          <form method="post" action={action}>
            <input type="hidden" name="act" value="cart" />
            {version}
            <button className="button quiet">Put all into the cart</button>
          </form>
          {project.customerEmail !== null && (
            <form method="post" action={action}>
              <input type="hidden" name="act" value="quote" />
              {version}
              <button className="button quiet">Mail as a quote</button>
            </form>
          )}
        </div>
      )}

      <details open={ofForm('details') !== null}>
        <summary>Customer and status</summary>
        <form method="post" action={action}>
          <input type="hidden" name="act" value="details" />
          {version}
          <CustomerFields project={project} refused={ofForm('details')} />
          <div className="field">
            <label htmlFor="field-status">Status</label>
            <select
              id="field-status"
              name="status"
              defaultValue={ofForm('details')?.values.get('status') ?? project.status}
            >
              {projectStatuses.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </div>
          <button className="button quiet">Save</button>
        </form>
        <form method="post" action={action}>
          <input type="hidden" name="act" value="delete" />
          {version}
          <button className="link">Delete the project</button>
        </form>
      </details>
      <p>
        <a href={`/panel/reminders/create?${new URLSearchParams({ salesperson, projectId: project.id }).toString()}`}>
          Create a reminder
        </a>
      </p>
    </PanelFrame>
  )
}

function ProjectLines({ project, refused }: { project: PricedProject; refused: Refused | null }) {
  if (project.lines.length === 0) return <p className="soft">Nothing is in this project yet.</p>
  const typed = (name: string, value: string) => refused?.values.get(name) ?? value
  const wrong = (name: string) => refused?.faults.find((one) => one.field === name)?.message
  return (
    <ul className="lines">
      {project.lines.map((line, at) => {
        const title = line.product?.title ?? 'No longer sold'
        const price = wrong(`lines.${at}.price`)
        return (
          <li key={`${line.productId} ${line.room}`}>
            <strong>{title}</strong>
            <small>
              {line.product?.sku ?? ''} {line.shopPrice === null ? '' : `· the shop asks ${money(line.shopPrice)}`}
            </small>
            <input type="hidden" name={`id_${at}`} value={line.productId} />
            <div className="inline">
              <label>
                Room
                <input name={`room_${at}`} maxLength={60} defaultValue={typed(`room_${at}`, line.room)} />
              </label>
              <label>
                Quantity
                <input
                  name={`quantity_${at}`}
                  type="number"
                  min={1}
                  max={99}
                  defaultValue={typed(`quantity_${at}`, String(line.quantity))}
                />
              </label>
              <label>
                Price agreed
                <input
                  name={`price_${at}`}
                  inputMode="decimal"
                  placeholder={line.shopPrice === null ? '' : (line.shopPrice / 100).toFixed(2)}
                  defaultValue={typed(`price_${at}`, line.agreed === null ? '' : (line.agreed / 100).toFixed(2))}
                  aria-invalid={price === undefined ? undefined : true}
                />
              </label>
            </div>
            {price !== undefined && <small className="wrong">{price}</small>}
            <label className="tick">
              <input type="checkbox" name={`remove_${at}`} /> Remove <span className="hidden">{title}</span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
