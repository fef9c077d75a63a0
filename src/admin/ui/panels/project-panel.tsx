import { Form, Link } from 'react-router'
import type { PricedProjectLine } from '../../../modules/staff/projects.ts'
import { projectStatuses, type PanelMessage } from '../../../modules/staff/staff.ts'
import { SubmitButton } from '../controls/button.tsx'
import { money } from './money.ts'
import { Field, formOf, useAnswerCount, type RejectedForm } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { panelPath } from './panel-path.ts'
import { usePanelMessages } from './panel-root.tsx'
import { CustomerFields, StatusTag, type ShownProject } from './project-fields.tsx'
import styles from './panel.module.css'

/** One project: its customer, and its products by room with their prices. */
export function ProjectPanel({
  salesperson,
  project,
  discountPercent,
  notice,
  messages,
  form,
}: {
  salesperson: string
  project: ShownProject
  discountPercent: number
  notice: string | null
  messages: readonly PanelMessage[]
  form: RejectedForm | null
}) {
  usePanelMessages(messages)
  const { customerEmail } = project
  const action = panelPath('project', { salesperson, id: project.id })
  const ofForm = { form, action, project }
  return (
    <PanelLayout
      key={useAnswerCount(form)}
      title={project.name}
      where="project"
      salesperson={salesperson}
      notice={notice}
      form={form}
    >
      <p className={styles['soft']}>
        {project.customerName === '' ? 'No customer yet' : project.customerName}
        {customerEmail !== null && (
          <>
            {' · '}
            <Link to={panelPath('project', { salesperson, email: customerEmail })}>{customerEmail}</Link>
          </>
        )}{' '}
        <StatusTag status={project.status} />
      </p>
      <ProductsForm {...ofForm} discountPercent={discountPercent} />
      {project.lines.length > 0 && (
        <div className={styles['actions']}>
          <IntentButton {...ofForm} intent="cart">
            Add all to cart
          </IntentButton>
          {customerEmail !== null && (
            <IntentButton {...ofForm} intent="quote">
              Email as quote
            </IntentButton>
          )}
        </div>
      )}
      <Details {...ofForm} />
      <p>
        <Link to={panelPath('reminders/create', { salesperson, projectId: project.id })}>Create reminder</Link>
      </p>
    </PanelLayout>
  )
}

type OfForm = { readonly form: RejectedForm | null; readonly action: string; readonly project: ShownProject }

/** The purpose of a form, and the version of the project it was rendered from. */
function Hidden({ intent, project }: { intent: string; project: ShownProject }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={project.version} />
    </>
  )
}

function IntentButton({ intent, action, project, children }: OfForm & { intent: string; children: string }) {
  return (
    <Form method="post" action={action}>
      <Hidden intent={intent} project={project} />
      <SubmitButton look="quiet">{children}</SubmitButton>
    </Form>
  )
}

function ProductsForm({ form, action, project, discountPercent }: OfForm & { discountPercent: number }) {
  const own = formOf(form, 'lines')
  return (
    <Form method="post" action={action}>
      <Hidden intent="lines" project={project} />
      {project.lines.length === 0 ? (
        <p className={styles['soft']}>This project has no products yet.</p>
      ) : (
        <ul className={styles['entries']}>
          {project.lines.map((line, at) => (
            <Line key={`${line.productId} ${line.room}`} line={line} at={at} form={own} />
          ))}
        </ul>
      )}
      <details open={project.lines.length === 0 || own?.values['new_sku'] ? true : undefined}>
        <summary>Add a product</summary>
        <Field label="SKU" name="new_sku" maxLength={60} form={own} />
        <Field label="Room" name="new_room" maxLength={60} form={own} />
        <Field label="Quantity" name="new_quantity" type="number" min={1} max={99} value="1" form={own} />
      </details>
      <p className={styles['total']}>
        Total <strong>{money(project.total)}</strong>
      </p>
      <p className={styles['soft']}>
        {`You can discount the shop’s price by up to ${discountPercent} %, but not a manufacturer’s price.`}
      </p>
      <SubmitButton>Save products</SubmitButton>
    </Form>
  )
}

function Line({ line, at, form }: { line: PricedProjectLine; at: number; form: RejectedForm | null }) {
  const typed = (name: string, value: string) => form?.values[`${name}_${at}`] ?? value
  const title = line.product?.title ?? 'No longer sold'
  const error = form?.errors.find((one) => one.field === `lines.${at}.price`)?.message
  return (
    <li>
      <strong>{title}</strong>
      <small>
        {`${line.product?.sku ?? ''} ${line.shopPrice === null ? '' : `· shop price ${money(line.shopPrice)}`}`}
      </small>
      <input type="hidden" name={`id_${at}`} value={line.productId} />
      <div className={styles['inline']}>
        <label>
          Room
          <input name={`room_${at}`} maxLength={60} defaultValue={typed('room', line.room)} />
        </label>
        <label>
          Quantity
          <input
            name={`quantity_${at}`}
            type="number"
            min={1}
            max={99}
            defaultValue={typed('quantity', String(line.quantity))}
          />
        </label>
        <label>
          Agreed price
          <input
            name={`price_${at}`}
            inputMode="decimal"
            placeholder={line.shopPrice === null ? '' : (line.shopPrice / 100).toFixed(2)}
            defaultValue={typed('price', line.agreed === null ? '' : (line.agreed / 100).toFixed(2))}
            aria-invalid={error === undefined ? undefined : true}
          />
        </label>
      </div>
      {error !== undefined && <small className={styles['wrong']}>{error}</small>}
      <label className={styles['tick']}>
        <input type="checkbox" name={`remove_${at}`} /> Remove <span className="visually-hidden">{title}</span>
      </label>
    </li>
  )
}

function Details({ form, action, project }: OfForm) {
  const own = formOf(form, 'details')
  return (
    <details open={own !== null}>
      <summary>Customer and status</summary>
      <Form method="post" action={action}>
        <Hidden intent="details" project={project} />
        <CustomerFields project={project} form={own} />
        <div className={styles['field']}>
          <label htmlFor="field-status">Status</label>
          <select id="field-status" name="status" defaultValue={own?.values['status'] ?? project.status}>
            {projectStatuses.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
        <SubmitButton look="quiet">Save</SubmitButton>
      </Form>
      <Form method="post" action={action}>
        <Hidden intent="delete" project={project} />
        <SubmitButton look="link">Delete project</SubmitButton>
      </Form>
    </details>
  )
}
