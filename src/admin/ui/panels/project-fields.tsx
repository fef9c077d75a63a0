import type { PricedProject } from '../../../modules/staff/projects.ts'
import type { ProjectStatus } from '../../../modules/staff/staff.ts'
import { Field, type RejectedForm } from './panel-form.tsx'
import styles from './panel.module.css'

export type ShownProject = Omit<PricedProject, 'updatedAt' | 'app' | 'currency'>

export function StatusTag({ status }: { status: ProjectStatus }) {
  return (
    <span className={styles['tag']} data-status={status}>
      {status}
    </span>
  )
}

/** A project's name and customer. */
export function CustomerFields({
  project,
  email = null,
  form,
}: {
  project: ShownProject | null
  email?: string | null
  form: RejectedForm | null
}) {
  return (
    <>
      <Field label="Project name" name="name" value={project?.name ?? ''} maxLength={120} form={form} required />
      <Field label="Customer" name="customerName" value={project?.customerName ?? ''} maxLength={120} form={form} />
      <Field
        label="Customer's email"
        name="customerEmail"
        type="email"
        value={project?.customerEmail ?? email ?? ''}
        maxLength={254}
        form={form}
      />
      <Field
        label="Customer's phone"
        name="customerPhone"
        type="tel"
        value={project?.customerPhone ?? ''}
        maxLength={20}
        form={form}
      />
    </>
  )
}
