import { useEffect, useId, useState } from 'react'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import styles from '../../ui/admin-bar.module.css'

type Projects = ApiCall<'GET', '/api/staff/projects'>['answer']['items']

const shortest = 2
const pauseMs = 400
const maxShown = 8

/** Finds a project by its name or its customer, as one types (STAFF-10, decision staff-06). */
export function ProjectSearch() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly of: string; readonly items: Projects | null } | null>(null)
  const id = useId()
  const requested = text.trim()
  useEffect(() => {
    if (requested.length < shortest) return undefined
    const asking = new AbortController()
    const timer = setTimeout(() => {
      const query = { search: requested.slice(0, 100) }
      void callApi('GET', '/api/staff/projects', { query, signal: asking.signal }).then((answer) => {
        if (answer.ok) setFound({ of: requested, items: answer.value.items.slice(0, maxShown) })
        else if (answer.status !== -1) setFound({ of: requested, items: null })
      })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [requested])
  const shown = requested.length >= shortest && found?.of === requested ? found : null
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('')
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search projects
      </label>
      <input
        id={id}
        type="search"
        placeholder="Search projects"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown !== null && (
        <div className={styles.found} role="status">
          {shown.items === null && <p>The search failed. Please try again.</p>}
          {shown.items?.length === 0 && <p>No projects found.</p>}
          {shown.items !== null && shown.items.length > 0 && (
            <ul className={styles.list}>
              {shown.items.map((one) => (
                <li key={one.id}>
                  <a href={`/project?id=${encodeURIComponent(one.id)}`}>
                    <strong>{one.name}</strong> <small>{one.customerName}</small>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </form>
  )
}
