// A chart's figures as a table, for screen readers.
interface DataTableProps {
  label: string
  columns: readonly string[]
  /** The rows; the first cell of each is its name. */
  rows: readonly (readonly string[])[]
}

export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
