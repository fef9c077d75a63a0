import { Form, Link } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import { Field, TextField, useAnswerCount, type RejectedForm } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { panelPath } from './panel-path.ts'
import styles from './panel.module.css'

/** A reminder as a form: a new one, or one that is there. */
export function ReminderPanel({
  salesperson,
  id,
  project,
  name,
  notes,
  when,
  isDone,
  form,
}: {
  salesperson: string
  /** Null for a new one. */
  id: string | null
  project: { readonly id: string; readonly name: string } | null
  name: string
  notes: string
  /** 'YYYY-MM-DDTHH:mm', where the shop is. */
  when: string
  isDone: boolean
  form: RejectedForm | null
}) {
  const action = panelPath('reminders/create', {
    salesperson,
    reminderId: id ?? undefined,
    projectId: project?.id,
  })
  return (
    <PanelLayout
      key={useAnswerCount(form)}
      title={id === null ? 'New reminder' : 'Reminder'}
      where="reminders"
      salesperson={salesperson}
      notice={null}
      form={form}
    >
      {project !== null && (
        <p>
          Project <Link to={panelPath('project', { salesperson, id: project.id })}>{project.name}</Link>
        </p>
      )}
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="save" />
        <Field label="Name" name="name" value={name} maxLength={120} form={form} required />
        <Field label="When" name="date" type="datetime-local" value={when} form={form} required />
        <TextField label="Notes" name="notes" value={notes} maxLength={2_000} form={form} />
        {id !== null && (
          <label className={styles['tick']}>
            <input
              type="checkbox"
              name="isDone"
              defaultChecked={form === null ? isDone : form.values['isDone'] !== undefined}
            />{' '}
            Done
          </label>
        )}
        <SubmitButton>{id === null ? 'Create reminder' : 'Save reminder'}</SubmitButton>
      </Form>
      {id !== null && (
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="delete" />
          <SubmitButton look="link">Delete reminder</SubmitButton>
        </Form>
      )}
    </PanelLayout>
  )
}
