import { Form, Link } from 'react-router'
import { rowsOnPage, type PanelMessage, type ProjectStatus } from '../../../modules/staff/staff.ts'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { money } from './money.ts'
import { Field, useAnswerCount, type RejectedForm } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { panelPath } from './panel-path.ts'
import { usePanelMessages } from './panel-root.tsx'
import { CustomerFields, StatusTag } from './project-fields.tsx'
import styles from './panel.module.css'

type ListedProject = {
  readonly id: string
  readonly name: string
  readonly status: ProjectStatus
  readonly customerName: string
  readonly total: number
  readonly changedOn: Day
}

/** The projects that a salesperson may see: search, open, create. */
export function ProjectListPanel({
  salesperson,
  projects,
  totalCount,
  page,
  search,
  email,
  notice,
  messages,
  form,
}: {
  salesperson: string
  projects: readonly ListedProject[]
  totalCount: number
  page: number
  search: string
  /** Only of this customer. */
  email: string | null
  notice: string | null
  messages: readonly PanelMessage[]
  form: RejectedForm | null
}) {
  usePanelMessages(messages)
  const at = (query: Readonly<Record<string, string>>) => panelPath('project', { salesperson, ...query })
  const stored = { ...(search === '' ? {} : { search }), ...(email === null ? {} : { email }) }
  const isLast = (page + 1) * rowsOnPage >= totalCount
  return (
    <PanelLayout
      key={useAnswerCount(form)}
      title="Projects"
      where="project"
      salesperson={salesperson}
      notice={notice}
      form={form}
    >
      <Form action="/panel/project" className={styles['inline']} role="search">
        <input type="hidden" name="salesperson" value={salesperson} />
        <Field
          label="Project, customer, email or phone"
          name="search"
          type="search"
          value={search}
          maxLength={100}
          form={null}
        />
        <button className={buttonClass('quiet')}>Search</button>
      </Form>
      {email !== null && (
        <p>
          Projects of <strong>{email}</strong>. <Link to={at({})}>Show all</Link>
        </p>
      )}
      {projects.length === 0 ? (
        <p className={styles['soft']}>
          {search === '' && email === null ? 'There are no projects yet.' : 'No results. Try a broader term.'}
        </p>
      ) : (
        <ul className={styles['entries']}>
          {projects.map((one) => (
            <li key={one.id}>
              <Link to={at({ id: one.id })}>
                <strong>{one.name}</strong>
              </Link>{' '}
              <StatusTag status={one.status} />
              <small>
                {`${one.customerName === '' ? 'No customer yet' : one.customerName} · ${money(one.total)} · ${plainDay(one.changedOn)}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      {totalCount > rowsOnPage && (
        <p className={styles['pages']}>
          {page > 0 && <Link to={at({ ...stored, page: String(page - 1) })}>Newer</Link>}
          {!isLast && <Link to={at({ ...stored, page: String(page + 1) })}>Older</Link>}
        </p>
      )}
      <details open={form !== null || totalCount === 0}>
        <summary>New project</summary>
        <Form method="post" action={at({})}>
          <input type="hidden" name="intent" value="create" />
          <CustomerFields project={null} email={email} form={form} />
          <SubmitButton>Create project</SubmitButton>
        </Form>
      </details>
    </PanelLayout>
  )
}
