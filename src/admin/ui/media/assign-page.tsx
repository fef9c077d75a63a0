import { Form, Link } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { TableScroll } from '../controls/facts-table.tsx'
import { DoneNotice, ErrorNotice } from '../controls/notice.tsx'
import page from '../layout/page.module.css'
import { PageTitle } from '../layout/page-title.tsx'
import styles from './assign-page.module.css'
import { countText } from '../../../platform/text/count-text.ts'

type NamedFile = {
  readonly key: string
  readonly fileName: string
  readonly fileHref: string
  readonly thumbnail: string
}

type Assigned = NamedFile & {
  readonly product: string
  readonly sku: string
  readonly productHref: string
  readonly place: number
}

type Done = { readonly pictures: number; readonly products: number; readonly problems: readonly string[] }

/** Unused pictures that are named like a SKU: looked at first, then assigned. */
export function AssignPage({
  assigned,
  unknown,
  done,
}: {
  assigned: readonly Assigned[]
  unknown: readonly NamedFile[]
  done: Done | null
}) {
  return (
    <>
      <PageTitle>Assign pictures by file name</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/media">Media library</Link>
        <Link to="/office/media/new">Upload files</Link>
      </p>
      <p className={page['about']}>
        Unused pictures that are named like a SKU: SKU.jpg and SKU_1.jpg come first, SKU-2.png second. The pictures that
        a product has move back. Imports leave assigned pictures as they are.
      </p>
      {done !== null && <Outcome done={done} />}
      <h2 className={page['heading']}>{`Will be assigned (${assigned.length})`}</h2>
      {assigned.length === 0 ? (
        <Empty>No unused picture is named like a product. Upload pictures that are named like their SKU first.</Empty>
      ) : (
        <Form method="post" action="/office/media/assign">
          <TableScroll label="Will be assigned">
            <thead>
              <tr>
                <th scope="col">Assign</th>
                <th scope="col">File</th>
                <th scope="col">Product</th>
                <th scope="col">SKU</th>
                <th scope="col">Place</th>
              </tr>
            </thead>
            <tbody>
              {assigned.map((one) => (
                <tr key={one.key}>
                  <td>
                    <span className={styles['choice']}>
                      <input
                        type="checkbox"
                        name="file"
                        value={one.key}
                        defaultChecked
                        aria-label={`Assign ${one.fileName}`}
                      />
                      <img src={one.thumbnail} alt="" loading="lazy" />
                    </span>
                  </td>
                  <th scope="row">
                    <Link to={one.fileHref}>{one.fileName}</Link>
                  </th>
                  <td>
                    <Link to={one.productHref}>{one.product}</Link>
                  </td>
                  <td>{one.sku}</td>
                  <td>{one.place}</td>
                </tr>
              ))}
            </tbody>
          </TableScroll>
          <p className={styles['bar']}>
            <SubmitButton>Assign the ticked pictures</SubmitButton>
          </p>
        </Form>
      )}
      {unknown.length > 0 && (
        <>
          <h2 className={page['heading']}>{`No product with this SKU (${unknown.length})`}</h2>
          <ul className={styles['unknown']}>
            {unknown.map((one) => (
              <li key={one.key}>
                <img src={one.thumbnail} alt="" loading="lazy" />
                <Link to={one.fileHref}>{one.fileName}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Outcome({ done: { pictures, products, problems } }: { done: Done }) {
  const count = `${countText(pictures, 'picture')} assigned to ${countText(products, 'product')}.`
  if (problems.length === 0) return <DoneNotice>{pictures === 0 ? 'No picture was ticked.' : count}</DoneNotice>
  return (
    <ErrorNotice>
      <p>
        <strong>{count}</strong> These were not changed:
      </p>
      <ul>
        {problems.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ErrorNotice>
  )
}
